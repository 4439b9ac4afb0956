package io.olm4j.bundle.validate;

import io.olm4j.bundle.RegistryV1;
import java.util.List;
import java.util.function.Function;

/** Applies all rules to a bundle and collects every problem, rule after rule. */
public final class BundleValidator {
    private static final List<Function<RegistryV1, List<String>>> RULES = List.of(
            DeploymentRules::duplicateNames,
            DeploymentRules::invalidNames,
            CrdRules::duplicates,
            CrdRules::missingOwned,
            BundleValidator::missingPackageName,
            ConversionWebhookRules::unsupportedInstallModes,
            WebhookRules::missingDeployments,
            WebhookRules::duplicateNames,
            WebhookRules::invalidNames,
            ConversionWebhookRules::sharedCrds,
            ConversionWebhookRules::foreignCrds,
            WebhookRules::forbiddenRules,
            BundleValidator::unsupportedObjects,
            CrdRules::unservedVersions);

    private BundleValidator() {}

    /** The problems of a bundle, none when it keeps all rules. */
    public static List<String> problems(RegistryV1 bundle) {
        return RULES.stream().flatMap(rule -> rule.apply(bundle).stream()).toList();
    }

    private static List<String> missingPackageName(RegistryV1 bundle) {
        return bundle.packageName().isEmpty() ? List.of("package name is empty") : List.of();
    }

    private static List<String> unsupportedObjects(RegistryV1 bundle) {
        return bundle.others().stream()
                .filter(object ->
                        !SupportedKinds.isSupported(object.path("kind").asText()))
                .map(object -> "unsupported resource \"%s\" with kind \"%s\""
                        .formatted(
                                object.at("/metadata/name").asText(),
                                object.path("kind").asText()))
                .toList();
    }
}
