package io.olm4j.bundle.validate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.Finding;
import io.olm4j.bundle.RegistryV1;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Rules for the custom resource definitions of a bundle. */
final class CrdRules {
    private CrdRules() {}

    /** Finds duplicate definitions; the finding names the file of the last one. */
    static List<Finding> duplicates(RegistryV1 bundle) {
        Map<String, ObjectNode> byName = byName(bundle);
        return Duplicates.of(names(bundle)).stream()
                .map(name -> bundle.finding(
                        Objects.requireNonNull(byName.get(name)),
                        "bundle contains duplicate custom resource definition '" + name + "'"))
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

    /**
     * operator-controller does not have this rule. It renders such a definition without its schema, and the API server
     * then refuses it.
     */
    static List<Finding> unservedVersions(RegistryV1 bundle) {
        return bundle.crds().stream()
                .filter(crd -> crd.path("apiVersion").asText().equals("apiextensions.k8s.io/v1beta1"))
                .sorted(Comparator.comparing(CrdRules::name))
                .map(crd -> bundle.finding(
                        crd,
                        "custom resource definition '" + name(crd) + "' uses apiextensions.k8s.io/v1beta1, which"
                                + " Kubernetes no longer serves; the bundle has to ship it as apiextensions.k8s.io/v1"))
                .toList();
    }

    private static List<String> names(RegistryV1 bundle) {
        return bundle.crds().stream().map(CrdRules::name).toList();
    }

    private static Map<String, ObjectNode> byName(RegistryV1 bundle) {
        Map<String, ObjectNode> byName = new HashMap<>();
        bundle.crds().forEach(crd -> byName.put(name(crd), crd));
        return byName;
    }

    private static String name(ObjectNode crd) {
        return crd.at("/metadata/name").asText();
    }
}
