package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Judges all CustomResourceDefinitions among the objects that are to be applied. */
public final class CrdUpgradePreflight {

    private CrdUpgradePreflight() {}

    /**
     * Judges them against what the cluster has. What it does not have yet can't break.
     *
     * @param wanted objects of any kind; only CustomResourceDefinitions of apiextensions.k8s.io/v1 are looked at
     * @param existing gives the definition of a name in the cluster
     * @param enforcement of {@code spec.install.preflight.crdUpgradeSafety}
     * @return the unsafe upgrades, in the order of the objects
     */
    public static List<CrdUpgradeResult> judge(
            List<ObjectNode> wanted, Function<String, Optional<ObjectNode>> existing, Enforcement enforcement) {
        if (enforcement == Enforcement.NONE) {
            return List.of();
        }
        return wanted.stream()
                .filter(CrdUpgradePreflight::isCrd)
                .flatMap(
                        crd -> existing
                                .apply(crd.path("metadata").path("name").asText())
                                .map(old -> CrdUpgrade.judge(old, crd))
                                .stream())
                .filter(result -> !result.isSafe())
                .toList();
    }

    /** The text of the condition for all of them. */
    public static String message(List<CrdUpgradeResult> unsafe) {
        return unsafe.stream().map(CrdUpgradeResult::message).collect(Collectors.joining("\n"));
    }

    private static boolean isCrd(JsonNode object) {
        return Stream.of("apiVersion", "kind")
                .map(field -> object.path(field).asText())
                .toList()
                .equals(List.of("apiextensions.k8s.io/v1", "CustomResourceDefinition"));
    }
}
