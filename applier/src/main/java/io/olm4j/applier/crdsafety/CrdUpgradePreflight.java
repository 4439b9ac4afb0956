package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.versionranges.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges the CustomResourceDefinitions of a bundle against those of the same names on the cluster, before the first
 * object is written. It does not matter which client created those on the cluster.
 */
public final class CrdUpgradePreflight {

    private static final GroupVersionKind CRD =
            new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition");
    private static final RestMapping CRDS = new RestMapping(CRD, "customresourcedefinitions", false);

    private final Function<String, Optional<ObjectNode>> live;

    /** @param controller reads the definitions with the controller's rights */
    public CrdUpgradePreflight(ObjectClient controller) {
        this(name -> controller.get(CRDS, "", name));
    }

    /** @param live returns the definition of this name on the cluster; empty if there is none */
    CrdUpgradePreflight(Function<String, Optional<ObjectNode>> live) {
        this.live = live;
    }

    /** The result of the check. */
    public sealed interface Result {

        record Safe() implements Result {}

        /** At least one definition has findings; the message lists each finding on its own line. */
        record Unsafe(String message) implements Result {}

        /** The definitions on the cluster could not be read; a retry may succeed. */
        record Unknown(String message) implements Result {}
    }

    /** The names of the definitions among objects of any kind. */
    public static Set<String> definitionsIn(List<ObjectNode> objects) {
        return definitions(objects).map(CrdUpgradePreflight::name).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Checks all definitions among objects of any kind. A definition that does not exist on the cluster yet is safe.
     *
     * @param objects only CustomResourceDefinitions of apiextensions.k8s.io/v1 are checked
     */
    public Result check(List<ObjectNode> objects) {
        List<String> unsafe = new ArrayList<>();
        for (ObjectNode crd : definitions(objects).toList()) {
            Optional<ObjectNode> old;
            try {
                old = live.apply(name(crd));
            } catch (ApiException e) {
                return new Result.Unknown(
                        "getting existing resource for CRD " + Quoted.of(name(crd)) + ": " + e.text());
            }
            old.map(existing -> CrdUpgrade.judge(existing, crd))
                    .filter(result -> !result.isSafe())
                    .ifPresent(result -> unsafe.add(result.message()));
        }
        return unsafe.isEmpty() ? new Result.Safe() : new Result.Unsafe(String.join("\n", unsafe));
    }

    /** The definitions among the objects. Those without a name are skipped, because the API server refuses them. */
    private static Stream<ObjectNode> definitions(List<ObjectNode> objects) {
        return objects.stream()
                .filter(object ->
                        GroupVersionKind.of(object).equals(CRD) && !name(object).isEmpty());
    }

    private static String name(ObjectNode object) {
        return ObjectRef.of(object).name();
    }
}
