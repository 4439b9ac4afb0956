package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.fields.OwnedFields;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.object.Revision.Sibling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * The ownership of a live object from the point of view of a revision. A revision controls an object by its UID in an
 * annotation instead of an owner reference: when a user deletes the revision in the foreground, the garbage collector
 * would delete all objects with an owner reference at once. An object that it took over from another controller has an
 * owner reference too, as do objects that an earlier olm4j applied; it counts the same.
 */
public sealed interface Ownership {

    /** This revision controls it. */
    record Ours() implements Ownership {}

    /** An older sibling controls it: this revision takes it over. */
    record OlderSibling(Sibling sibling) implements Ownership {}

    /** A newer sibling controls it: this revision leaves it alone. */
    record NewerSibling(Sibling sibling) implements Ownership {}

    /**
     * The extension of this revision itself controls it: the original applied it by Helm, without a revision. Only a
     * {@linkplain Revision#migrated migrated} revision has such objects.
     */
    record OfExtension(String name) implements Ownership {}

    /** Another owner controls it, or a sibling with the same number, because neither of the two is newer. */
    record Foreign(String kind, String name) implements Ownership {}

    /** A revision of the same extension controlled it; an orphaning deletion or another client removed the UID. */
    record Orphaned() implements Ownership {}

    /** It has no controller. */
    record Unowned() implements Ownership {}

    /**
     * The controller of an object.
     *
     * @param reference the owner reference that names the controller; empty if the annotation of a revision names it
     */
    record Controller(String kind, String name, String uid, Optional<JsonNode> reference) {}

    static Ownership of(ObjectNode live, Revision revision) {
        Optional<Controller> controller = controller(live);
        if (controller.isEmpty()) {
            return uncontrolled(live, revision);
        }
        String uid = controller.get().uid();
        if (uid.equals(revision.uid())) {
            return new Ours();
        }
        if (revision.migrated()
                && uid.equals(revision.ownerUid())
                && controller.get().kind().equals(ClusterExtension.KIND)) {
            return new OfExtension(controller.get().name());
        }
        for (Sibling sibling : revision.siblings()) {
            if (sibling.uid().equals(uid) && sibling.number() != revision.number()) {
                return sibling.number() > revision.number() ? new NewerSibling(sibling) : new OlderSibling(sibling);
            }
        }
        return new Foreign(controller.get().kind(), controller.get().name());
    }

    /**
     * The ownership of an object; the mark of a revision that no longer exists does not count.
     *
     * @param exists whether there is a set with this name and UID; asked only for a mark of an unknown set
     */
    static Ownership among(ObjectNode live, Revision revision, BiPredicate<String, String> exists) {
        Ownership ownership = of(live, revision);
        return ownership instanceof Foreign
                        && controller(live)
                                .filter(controller -> controller.reference().isEmpty()
                                        && !exists.test(controller.name(), controller.uid()))
                                .isPresent()
                ? uncontrolled(live, revision)
                : ownership;
    }

    /** The ownership of an object without a controller. */
    static Ownership uncontrolled(ObjectNode live, Revision revision) {
        return isOrphaned(live, revision) ? new Orphaned() : new Unowned();
    }

    /** Whether a revision controls an object, or its extension does, see {@link OfExtension}. */
    static boolean isControlledBy(ObjectNode live, Revision revision) {
        return switch (of(live, revision)) {
            case Ours _, OfExtension _ -> true;
            case OlderSibling _, NewerSibling _, Foreign _, Orphaned _, Unowned _ -> false;
        };
    }

    /** Whether another set or controller took the object over from the revision. */
    static boolean wasTakenFrom(ObjectNode live, Revision revision) {
        return takenOverFrom(live).contains(revision.uid());
    }

    /** The UIDs of the revisions that the object was taken over from, the most recent one last. */
    static List<String> takenOverFrom(ObjectNode live) {
        List<String> uids = new ArrayList<>(
                List.of(annotation(live, Annotations.TAKEN_OVER_FROM).split(",")));
        uids.remove("");
        for (JsonNode owner : new LiveObject(live).ownerReferences()) {
            // An earlier olm4j recorded the former controller here.
            if (!owner.path("controller").asBoolean() && isSet(owner)) {
                uids.add(owner.path("uid").asText(""));
            }
        }
        return uids;
    }

    /** The controller of an object, empty if it has none; an owner reference takes precedence over an annotation. */
    static Optional<Controller> controller(ObjectNode live) {
        for (JsonNode owner : new LiveObject(live).ownerReferences()) {
            if (owner.path("controller").asBoolean()) {
                return Optional.of(new Controller(
                        owner.path("kind").asText(""),
                        owner.path("name").asText(""),
                        owner.path("uid").asText(""),
                        Optional.of(owner)));
            }
        }
        String uid = annotation(live, Annotations.REVISION_UID);
        return uid.isEmpty()
                ? Optional.empty()
                : Optional.of(new Controller(
                        ClusterObjectSet.KIND, annotation(live, Annotations.REVISION_NAME), uid, Optional.empty()));
    }

    /** Whether an owner is a ClusterObjectSet. */
    static boolean isSet(JsonNode owner) {
        return owner.path("kind").asText("").equals(ClusterObjectSet.KIND)
                && owner.path("apiVersion").asText("").startsWith(OlmApi.GROUP + "/");
    }

    private static String annotation(ObjectNode live, String key) {
        return new LiveObject(live).annotation(key);
    }

    /**
     * Whether the object was ours and lost only the UID of its revision, for example by an orphaning deletion: olm4j
     * applied it for the same extension, or it is a CustomResourceDefinition of the same package. While there is a
     * newer revision, an object with a higher number is left to it. Otherwise the number does not count: a newer
     * revision that is gone gave it, or an earlier extension of this name. What an extension of this name left of
     * another package is not ours.
     */
    private static boolean isOrphaned(ObjectNode live, Revision revision) {
        JsonNode labels = new LiveObject(live).labels();
        long number = live.path("metadata")
                .path("annotations")
                .path(Annotations.REVISION)
                .asLong(Long.MAX_VALUE);
        boolean isNewest = revision.newerSiblings().findAny().isEmpty();
        String packageName = annotation(live, Annotations.PACKAGE_NAME);
        boolean isOfSameExtension = labels.path(Labels.OWNER_NAME).asText("").equals(Labels.value(revision.ownerName()))
                && (packageName.isEmpty() || packageName.equals(revision.packageName()))
                && (isNewest || number <= revision.number());
        boolean isOfSamePackage = !revision.packageName().isEmpty()
                && CrdDeletions.isDefinition(ObjectRef.of(live))
                && packageName.equals(revision.packageName());
        return !revision.ownerName().isEmpty()
                && (isOfSameExtension || isOfSamePackage)
                && labels.path(Labels.MANAGED_BY).asText("").equals(Labels.MANAGED_BY_OLM)
                && OwnedFields.of(live).isPresent();
    }
}
