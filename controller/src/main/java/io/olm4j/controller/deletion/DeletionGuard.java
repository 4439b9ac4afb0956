package io.olm4j.controller.deletion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.api.Labels;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.object.CustomResources;
import io.olm4j.applier.object.Ownership;
import io.olm4j.versionranges.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Holds back the deletion of an extension whose CustomResourceDefinitions have custom resources, if its policy says so.
 * Its revisions are not touched before, so that the operator is healed meanwhile.
 */
public final class DeletionGuard {

    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?labelSelector="
            + Labels.MANAGED_BY + "%3D" + Labels.MANAGED_BY_OLM + "%2C" + Labels.OWNER_NAME + "%3D";
    private static final String HELP =
            "delete them, or set the annotation " + Annotations.DELETION_POLICY + " to KeepDefinitions or Delete";
    private static final int SHOWN = 64;
    private static final int NAMED = 10;

    private final ObjectClient controller;
    private final DeletionPolicy byDefault;

    /** @param byDefault the policy of extensions without the annotation */
    public DeletionGuard(ObjectClient controller, DeletionPolicy byDefault) {
        this.controller = controller;
        this.byDefault = byDefault;
    }

    /**
     * Why the extension must not be deleted now.
     *
     * @param left its revisions
     * @return empty if it may be deleted
     */
    public Optional<String> refusal(ClusterExtension extension, List<ClusterObjectSet> left) {
        Optional<String> value = DeletionPolicy.annotated(extension);
        Optional<DeletionPolicy> known = value.flatMap(DeletionPolicy::named);
        if (value.isPresent() && known.isEmpty()) {
            return Optional.of("the annotation " + Annotations.DELETION_POLICY + " has the unknown value "
                    + Quoted.of(SHOWN, value.get())
                    + ": set it to Delete, RefuseWhileInUse or KeepDefinitions");
        }
        if (known.orElse(byDefault) != DeletionPolicy.REFUSE_WHILE_IN_USE) {
            return Optional.empty();
        }
        try {
            List<String> used = used(extension.getMetadata().getName(), left);
            return used.isEmpty()
                    ? Optional.empty()
                    : Optional.of("the deletion waits for custom resources: "
                            + used.stream().limit(NAMED).collect(Collectors.joining(", "))
                            + (used.size() > NAMED ? " and " + (used.size() - NAMED) + " more" : "") + "; " + HELP);
        } catch (ApiException e) {
            return Optional.of("the deletion waits until the CustomResourceDefinitions can be listed: " + e.text());
        }
    }

    /** The definitions that have custom resources, with their number. */
    private List<String> used(String extension, List<ClusterObjectSet> left) {
        Set<String> revisions =
                left.stream().map(set -> set.getMetadata().getUid()).collect(Collectors.toSet());
        List<String> used = new ArrayList<>();
        for (JsonNode item : controller
                .read(DEFINITIONS + extension)
                .map(list -> list.path("items"))
                .orElseThrow(() -> new IllegalStateException("the API server does not serve definitions"))) {
            if (item instanceof ObjectNode definition && isControlledByOne(definition, revisions)) {
                CustomResources resources = CustomResources.of(definition, controller);
                if (resources.mayExist()) {
                    used.add(definition.at("/metadata/name").asText() + " (" + resources.text() + ")");
                }
            }
        }
        return used;
    }

    private static boolean isControlledByOne(ObjectNode definition, Set<String> revisions) {
        return Ownership.controller(definition)
                .filter(controller -> revisions.contains(controller.uid()))
                .isPresent();
    }
}
