package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.engine.Revision.Sibling;
import io.olm4j.applier.json.LiveObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whose a live object is, seen from a revision. A revision controls an object by its UID in an annotation rather than
 * by an owner reference: the garbage collector would delete what has an owner reference all at once when somebody
 * deletes the revision in the foreground. Objects that an earlier olm4j applied still have the owner reference, which
 * counts the same.
 */
sealed interface Ownership {

    /** This revision controls it. */
    record Ours() implements Ownership {}

    /** An older sibling controls it: this revision takes over. */
    record OlderSibling(Sibling sibling) implements Ownership {}

    /** A newer sibling controls it: this revision leaves it alone. */
    record NewerSibling(Sibling sibling) implements Ownership {}

    /** Somebody else controls it; also a sibling of the same number, as neither of the two is the newer one. */
    record Foreign(String kind, String name) implements Ownership {}

    /** This revision, or one before it, controlled it; an orphaning deletion, or somebody, took its UID off. */
    record Orphaned() implements Ownership {}

    /** Nobody controls it. */
    record Unowned() implements Ownership {}

    /**
     * What controls an object.
     *
     * @param reference the owner reference that says so; empty where the annotation of a revision does
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
        for (Sibling sibling : revision.siblings()) {
            if (sibling.uid().equals(uid) && sibling.number() != revision.number()) {
                return sibling.number() > revision.number() ? new NewerSibling(sibling) : new OlderSibling(sibling);
            }
        }
        return new Foreign(controller.get().kind(), controller.get().name());
    }

    /** Whose an object is that nothing controls. */
    static Ownership uncontrolled(ObjectNode live, Revision revision) {
        return isOrphaned(live, revision) ? new Orphaned() : new Unowned();
    }

    /** Whether a revision controls an object. */
    static boolean isControlledBy(ObjectNode live, Revision revision) {
        return controller(live)
                .filter(controller -> controller.uid().equals(revision.uid()))
                .isPresent();
    }

    /** Whether another set or controller took the object over from the revision. */
    static boolean wasTakenFrom(ObjectNode live, Revision revision) {
        return takenOverFrom(live).contains(revision.uid());
    }

    /** The UIDs of the revisions that the object was taken over from, the last one at the end. */
    static List<String> takenOverFrom(ObjectNode live) {
        List<String> uids = new ArrayList<>(
                List.of(annotation(live, Annotations.TAKEN_OVER_FROM).split(",")));
        uids.remove("");
        for (JsonNode owner : new LiveObject(live).ownerReferences()) {
            // Where an earlier olm4j noted it.
            if (!owner.path("controller").asBoolean() && isSet(owner)) {
                uids.add(owner.path("uid").asText(""));
            }
        }
        return uids;
    }

    /** What controls an object: an owner reference says more than an annotation. */
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
     * Whether it was ours and lost only the UID of its revision, as by an orphaning deletion: olm4j applied it for the
     * same extension, at this revision or before.
     */
    private static boolean isOrphaned(ObjectNode live, Revision revision) {
        JsonNode labels = new LiveObject(live).labels();
        long number = live.path("metadata")
                .path("annotations")
                .path(Annotations.REVISION)
                .asLong(Long.MAX_VALUE);
        return !revision.ownerName().isEmpty()
                && labels.path(Labels.OWNER_NAME).asText("").equals(revision.ownerName())
                && labels.path(Labels.MANAGED_BY).asText("").equals(Labels.MANAGED_BY_OLM)
                && number <= revision.number()
                && OwnedFields.of(live, OlmApi.FIELD_MANAGER).isPresent();
    }
}
