package io.olm4j.controller.deletion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.object.ControlledDefinitions;
import io.olm4j.applier.object.CustomResources;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.ShortList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Holds back the deletion of an extension whose CustomResourceDefinitions have custom resources, if its policy says so.
 * Its revisions are not touched before, so that the operator is healed meanwhile.
 */
public final class DeletionGuard {

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
        try {
            return switch (known.orElse(byDefault)) {
                case DELETE -> Optional.empty();
                case REFUSE_WHILE_IN_USE ->
                    text("the deletion waits for custom resources: ", used(extension, left), "; " + HELP);
                case KEEP_DEFINITIONS ->
                    left.isEmpty()
                            ? text(
                                    "the deletion waits, because it would delete CustomResourceDefinitions of which the"
                                            + " original OLM v1 made the extension the owner: ",
                                    names(definitions(extension, List.of())),
                                    "; remove their owner reference, or set the annotation "
                                            + Annotations.DELETION_POLICY + " to Delete")
                            : Optional.empty();
            };
        } catch (ApiException e) {
            return Optional.of("the deletion waits until the CustomResourceDefinitions can be listed: " + e.text());
        }
    }

    private static Optional<String> text(String before, List<String> named, String after) {
        return named.isEmpty() ? Optional.empty() : Optional.of(before + ShortList.of(NAMED, named) + after);
    }

    private static List<String> names(List<ObjectNode> definitions) {
        return definitions.stream().map(DeletionGuard::name).toList();
    }

    private static String name(ObjectNode definition) {
        return definition.at("/metadata/name").asText();
    }

    /** The definitions that have custom resources, with their number. */
    private List<String> used(ClusterExtension extension, List<ClusterObjectSet> left) {
        List<String> used = new ArrayList<>();
        for (ObjectNode definition : definitions(extension, left)) {
            CustomResources resources = CustomResources.of(definition, controller);
            if (resources.mayExist()) {
                used.add(name(definition) + " (" + resources.text() + ")");
            }
        }
        return used;
    }

    /**
     * The definitions that the revisions control, or the extension itself: the original made it the controller. Those
     * that are being deleted are left out, because nothing can keep them or their custom resources.
     */
    private List<ObjectNode> definitions(ClusterExtension extension, List<ClusterObjectSet> left) {
        Set<String> owners = Stream.concat(Stream.of(extension), left.stream())
                .map(owner -> owner.getMetadata().getUid())
                .collect(Collectors.toSet());
        return ControlledDefinitions.of(extension.getMetadata().getName(), owners, controller).stream()
                .filter(definition -> !new LiveObject(definition).isBeingDeleted())
                .toList();
    }
}
