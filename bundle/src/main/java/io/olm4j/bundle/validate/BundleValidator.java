package io.olm4j.bundle.validate;

import io.olm4j.bundle.Finding;
import io.olm4j.bundle.ImageLabels;
import io.olm4j.bundle.RegistryV1;
import java.util.List;
import java.util.function.Function;

/** Applies all rules to a bundle and collects every problem, in the order of the rules. */
public final class BundleValidator {
    /** The rules of operator-controller in its order, and additional rules of olm4j. */
    private static final List<Function<RegistryV1, List<Finding>>> FORMAT = List.of(
            ofCsv(DeploymentRules::duplicateNames),
            ofCsv(DeploymentRules::invalidNames),
            CrdRules::duplicates,
            ofCsv(CrdRules::missingOwned),
            BundleValidator::missingPackageName,
            ofCsv(ConversionWebhookRules::unsupportedInstallModes),
            ofCsv(WebhookRules::missingDeployments),
            ofCsv(WebhookRules::duplicateNames),
            ofCsv(WebhookRules::invalidNames),
            ofCsv(ConversionWebhookRules::sharedCrds),
            ofCsv(ConversionWebhookRules::foreignCrds),
            ofCsv(WebhookRules::forbiddenRules),
            BundleValidator::unsupportedObjects,
            ofCsv(ApiServiceRules::missingDeployments),
            ofCsv(ApiServiceRules::invalidPorts),
            ofCsv(ApiServiceRules::portConflicts),
            CrdRules::unservedVersions);

    private static final List<Function<RegistryV1, List<Finding>>> OBJECTS =
            List.of(ObjectRules::missingNames, ObjectRules::invalidNames, ObjectRules::duplicates);

    private BundleValidator() {}

    /** Violations of the format, which prevent the rendering of a bundle. */
    public static List<Finding> findings(RegistryV1 bundle) {
        return all(FORMAT, bundle);
    }

    /** Objects that can be rendered, but cannot be created in a cluster. */
    public static List<Finding> objectFindings(RegistryV1 bundle) {
        return all(OBJECTS, bundle);
    }

    private static List<Finding> all(List<Function<RegistryV1, List<Finding>>> rules, RegistryV1 bundle) {
        return rules.stream().flatMap(rule -> rule.apply(bundle).stream()).toList();
    }

    /** A rule whose violations are all in the ClusterServiceVersion. */
    private static Function<RegistryV1, List<Finding>> ofCsv(Function<RegistryV1, List<String>> rule) {
        return bundle -> rule.apply(bundle).stream()
                .map(problem -> bundle.finding(bundle.csv().tree(), problem))
                .toList();
    }

    private static List<Finding> missingPackageName(RegistryV1 bundle) {
        return bundle.packageName().isEmpty()
                ? List.of(new Finding(ImageLabels.FILE, "", "package name is empty"))
                : List.of();
    }

    private static List<Finding> unsupportedObjects(RegistryV1 bundle) {
        return bundle.others().stream()
                .filter(object ->
                        !SupportedKinds.isSupported(object.path("kind").asText()))
                .map(object -> bundle.finding(
                        object,
                        "unsupported resource \"%s\" with kind \"%s\""
                                .formatted(
                                        object.at("/metadata/name").asText(),
                                        object.path("kind").asText())))
                .toList();
    }
}
