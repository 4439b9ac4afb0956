package io.olm4j.bundle.validate;

import io.olm4j.bundle.RegistryV1;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules for the custom resource definitions of a bundle. */
final class CrdRules {
    private CrdRules() {}

    static List<String> duplicates(RegistryV1 bundle) {
        return Duplicates.of(names(bundle)).stream()
                .map(name -> "bundle contains duplicate custom resource definition '" + name + "'")
                .toList();
    }

    static List<String> missingOwned(RegistryV1 bundle) {
        Set<String> names = new HashSet<>(names(bundle));
        return bundle.csv().ownedCrds().stream()
                .filter(name -> !names.contains(name))
                .distinct()
                .sorted()
                .map(name -> "cluster service definition references owned custom resource definition '" + name
                        + "' not found in bundle")
                .toList();
    }

    /** Not in the original, which renders such a definition without its schema, only for the API server to refuse it. */
    static List<String> unservedVersions(RegistryV1 bundle) {
        return bundle.crds().stream()
                .filter(crd -> crd.path("apiVersion").asText().equals("apiextensions.k8s.io/v1beta1"))
                .map(crd -> crd.at("/metadata/name").asText())
                .sorted()
                .map(name -> "custom resource definition '" + name + "' uses apiextensions.k8s.io/v1beta1, which"
                        + " Kubernetes no longer serves; the bundle has to ship it as apiextensions.k8s.io/v1")
                .toList();
    }

    private static List<String> names(RegistryV1 bundle) {
        return bundle.crds().stream()
                .map(crd -> crd.at("/metadata/name").asText())
                .toList();
    }
}
