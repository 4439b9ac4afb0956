package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Annotations;
import io.olm4j.api.Labels;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.engine.Revision.Sibling;
import java.util.Optional;

/** Whose a live object is, seen from a revision; told by the UID of its controller. */
sealed interface Ownership {

    /** This revision controls it. */
    record Ours() implements Ownership {}

    /** An older sibling controls it: this revision takes over. */
    record OlderSibling(Sibling sibling) implements Ownership {}

    /** A newer sibling controls it: this revision leaves it alone. */
    record NewerSibling(Sibling sibling) implements Ownership {}

    /** Somebody else controls it. */
    record Foreign(String kind, String name) implements Ownership {}

    /** This revision, or one before it, controlled it; an orphaning deletion, or somebody, took the owner off. */
    record Orphaned() implements Ownership {}

    /** Nobody controls it. */
    record Unowned() implements Ownership {}

    static Ownership of(ObjectNode live, Revision revision) {
        Optional<JsonNode> controller = controller(live);
        if (controller.isEmpty()) {
            return isOrphaned(live, revision) ? new Orphaned() : new Unowned();
        }
        String uid = controller.get().path("uid").asText("");
        if (uid.equals(revision.uid())) {
            return new Ours();
        }
        for (Sibling sibling : revision.siblings()) {
            if (sibling.uid().equals(uid)) {
                return sibling.number() > revision.number() ? new NewerSibling(sibling) : new OlderSibling(sibling);
            }
        }
        return new Foreign(
                controller.get().path("kind").asText(""),
                controller.get().path("name").asText(""));
    }

    /** Whether a revision controls an object by an owner reference: one that lost it belongs to nobody, if it is to be deleted. */
    static boolean isControlledBy(ObjectNode live, Revision revision) {
        return controller(live)
                .filter(owner -> owner.path("uid").asText("").equals(revision.uid()))
                .isPresent();
    }

    /** Whether a revision is among the owners of an object that do not control it. */
    static boolean isPlainOwner(ObjectNode live, Revision revision) {
        for (JsonNode owner : live.path("metadata").path("ownerReferences")) {
            if (!owner.path("controller").asBoolean()
                    && owner.path("uid").asText("").equals(revision.uid())) {
                return true;
            }
        }
        return false;
    }

    /** The owner that controls an object. */
    static Optional<JsonNode> controller(ObjectNode live) {
        for (JsonNode owner : live.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                return Optional.of(owner);
            }
        }
        return Optional.empty();
    }

    /**
     * Whether it was ours and lost only its owner reference, as by an orphaning deletion: olm4j applied it for the same
     * extension, at this revision or before.
     */
    private static boolean isOrphaned(ObjectNode live, Revision revision) {
        JsonNode metadata = live.path("metadata");
        JsonNode labels = metadata.path("labels");
        long number = metadata.path("annotations").path(Annotations.REVISION).asLong(Long.MAX_VALUE);
        return !revision.ownerName().isEmpty()
                && labels.path(Labels.OWNER_NAME).asText("").equals(revision.ownerName())
                && labels.path(Labels.MANAGED_BY).asText("").equals(Labels.MANAGED_BY_OLM)
                && number <= revision.number()
                && OwnedFields.of(live, OlmApi.FIELD_MANAGER).isPresent();
    }
}
