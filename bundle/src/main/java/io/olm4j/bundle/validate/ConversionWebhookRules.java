package io.olm4j.bundle.validate;

import io.olm4j.bundle.InstallMode;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.Webhook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Rules for webhooks that convert custom resources between versions. */
final class ConversionWebhookRules {
    private ConversionWebhookRules() {}

    /** A CRD is cluster-scoped, and so is its conversion. */
    static List<String> unsupportedInstallModes(RegistryV1 bundle) {
        SortedSet<String> modes = bundle.csv().installModeNames();
        if (modes.equals(Set.of(InstallMode.ALL_NAMESPACES.toString()))) {
            return List.of();
        }
        return conversions(bundle)
                .map(webhook -> "bundle contains conversion webhook \"%s\" and supports install modes [%s] - conversion"
                                .formatted(webhook.generateName(), String.join(" ", modes))
                        + " webhooks are only supported for bundles that only support AllNamespaces install mode")
                .toList();
    }

    static List<String> sharedCrds(RegistryV1 bundle) {
        Map<String, List<String>> webhooks = new TreeMap<>();
        conversions(bundle)
                .forEach(webhook -> webhook.conversionCrds()
                        .forEach(crd -> webhooks.computeIfAbsent(crd, name -> new ArrayList<>())
                                .add(webhook.generateName())));
        return webhooks.entrySet().stream()
                .filter(crd -> crd.getValue().size() > 1)
                .map(crd -> "conversion webhooks [%s] reference same custom resource definition '%s'"
                        .formatted(
                                String.join(
                                        ",", crd.getValue().stream().sorted().toList()),
                                crd.getKey()))
                .toList();
    }

    static List<String> foreignCrds(RegistryV1 bundle) {
        Set<String> owned = new HashSet<>(bundle.csv().ownedCrds());
        return conversions(bundle)
                .sorted(Comparator.comparing(Webhook::generateName))
                .flatMap(webhook -> webhook.conversionCrds().stream()
                        .sorted()
                        .filter(crd -> !owned.contains(crd))
                        .map(crd ->
                                "conversion webhook '%s' references custom resource definition '%s' not owned bundle"
                                        .formatted(webhook.generateName(), crd)))
                .toList();
    }

    private static Stream<Webhook> conversions(RegistryV1 bundle) {
        return bundle.csv().webhooks().stream().filter(Webhook::isConversion);
    }
}
