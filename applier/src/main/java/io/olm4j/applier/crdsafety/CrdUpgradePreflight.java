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
 * Judges the CustomResourceDefinitions among the objects of a bundle against those of the same names on the cluster,
 * whoever put them there, before the first object is written.
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

    /** @param live gives the definition of a name on the cluster, if there is one */
    CrdUpgradePreflight(Function<String, Optional<ObjectNode>> live) {
        this.live = live;
    }

    /** What the check came to. */
    public sealed interface Result {

        record Safe() implements Result {}

        /** The message lists every finding of every definition, a line each. */
        record Unsafe(String message) implements Result {}

        /** The API server could not say what is on the cluster; worth trying again. */
        record Unknown(String message) implements Result {}
    }

    /** The names of the definitions among objects of any kind. */
    public static Set<String> definitionsIn(List<ObjectNode> objects) {
        return definitions(objects).map(CrdUpgradePreflight::name).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Checks all definitions among objects of any kind. One that the cluster does not have yet breaks nothing.
     *
     * @param objects only CustomResourceDefinitions of apiextensions.k8s.io/v1 are looked at
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

    /** A definition without a name is left to the API server, which refuses it. */
    private static Stream<ObjectNode> definitions(List<ObjectNode> objects) {
        return objects.stream()
                .filter(object ->
                        GroupVersionKind.of(object).equals(CRD) && !name(object).isEmpty());
    }

    private static String name(ObjectNode object) {
        return ObjectRef.of(object).name();
    }
}
