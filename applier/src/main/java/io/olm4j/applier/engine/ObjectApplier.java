package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient.Applied;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.engine.ObjectOutcome.Collision;
import io.olm4j.applier.engine.ObjectOutcome.Deferred;
import io.olm4j.applier.engine.ObjectOutcome.InPlace;
import io.olm4j.applier.engine.ObjectOutcome.Superseded;
import io.olm4j.applier.engine.Revision.Sibling;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings one object of a revision to what is wanted, if it may and only if it is not so already. */
final class ObjectApplier {

    private static final Logger LOG = LoggerFactory.getLogger(ObjectApplier.class);

    /** Somebody else may change the object between our reading and our writing. */
    private static final int ATTEMPTS = 3;

    /**
     * The API server compares it if there is an object, and answers 409 as no object has it; if there is none it creates one.
     * Storage begins at 1, and what is written first gets 2.
     */
    private static final String NO_RESOURCE_VERSION = "1";

    private final LiveObjects live;
    private final AppliedMemory memory;

    ObjectApplier(LiveObjects live, AppliedMemory memory) {
        this.live = live;
        this.memory = memory;
    }

    /** What to do about an object. */
    sealed interface Step {

        /** Nothing is left to do. */
        record Done(ObjectOutcome outcome) implements Step {}

        /**
         * Apply it.
         *
         * @param existing what is there now
         */
        record Apply(ObjectNode wanted, Optional<ObjectNode> existing) implements Step {}
    }

    /** Decides from what is live; writes nothing. */
    Step decide(PlacedObject object, Revision revision, Optional<ObjectNode> there) {
        ObjectNode wanted =
                WantedObject.of(object.object(), revision, object.mapping().namespaced());
        if (there.isEmpty()) {
            return new Step.Apply(wanted, there);
        }
        ObjectNode existing = there.get();
        ObjectRef ref = ObjectRef.of(wanted);
        Ownership ownership = Ownership.of(existing, revision);
        Optional<String> collision = collision(ref, ownership, object.protection(), wasOurs(existing, ref, revision));
        if (collision.isPresent()) {
            return new Step.Done(new Collision(collision.get()));
        }
        if (ownership instanceof Ownership.NewerSibling(Sibling sibling)) {
            return new Step.Done(new Superseded("Object " + ref + ": belongs to the newer revision " + sibling.name()));
        }
        if (existing.path("metadata").has("deletionTimestamp")) {
            return new Step.Done(new Deferred("Object " + ref + ": is being deleted"));
        }
        if (ownership instanceof Ownership.Orphaned && !live.isActive(revision)) {
            // An owner put back now would lead the garbage collector to an object that is to stay.
            return new Step.Done(
                    new Deferred("Object " + ref + ": is left behind by a revision that is being deleted"));
        }
        WantedObject.keepOwners(wanted, existing, revision);
        if (ownership instanceof Ownership.Ours) {
            Optional<String> difference = OwnedFieldsDiff.firstDifference(wanted, existing);
            if (difference.isEmpty() || memory.isKnown(revision.uid(), ref, wanted, existing)) {
                return new Step.Done(new InPlace(existing));
            }
            LOG.debug("{} of {} differs at {}", ref, revision.name(), difference.get());
        } else if (ownership instanceof Ownership.Foreign) {
            Ownership.controller(existing).ifPresent(controller -> WantedObject.demote(wanted, controller));
        }
        return new Step.Apply(wanted, there);
    }

    /** Whether the revision controlled an object before: an olm4j that takes one over leaves the former controller in its owners. */
    private boolean wasOurs(ObjectNode existing, ObjectRef ref, Revision revision) {
        return memory.wasTakenOver(revision.uid(), ref) || Ownership.isPlainOwner(existing, revision);
    }

    /** @param wasOurs whether the revision controlled the object before: if two claim one, it stays with the other */
    private static Optional<String> collision(
            ObjectRef ref, Ownership ownership, CollisionProtection protection, boolean wasOurs) {
        return switch (ownership) {
            case Ownership.Foreign(String kind, String name)
            when protection != CollisionProtection.NONE ->
                Optional.of("%s exists already and is controlled by %s \"%s\"".formatted(ref, kind, name));
            case Ownership.Foreign(String kind, String name)
            when wasOurs ->
                Optional.of(
                        "%s was controlled by this revision and then taken over by %s \"%s\": only one of the two may claim it"
                                .formatted(ref, kind, name));
            case Ownership.Unowned()
            when protection == CollisionProtection.PREVENT ->
                Optional.of(ref + " exists already and was not created by this revision");
            default -> Optional.empty();
        };
    }

    /** Applies what was decided; looks and decides anew where the object changed meanwhile. */
    ObjectOutcome apply(PlacedObject object, Revision revision, Step.Apply first, ActingIdentity identity) {
        Step step = first;
        ObjectRef ref = ObjectRef.of(first.wanted());
        for (int attempt = 1; ; attempt++) {
            switch (step) {
                case Step.Done(ObjectOutcome outcome) -> {
                    return outcome;
                }
                case Step.Apply(ObjectNode wanted, Optional<ObjectNode> existing) -> {
                    try {
                        return write(object.mapping(), ref, revision, wanted, existing, identity);
                    } catch (ApiException e) {
                        if (e.code() != 409 || attempt == ATTEMPTS) {
                            return FailureMessages.of(e, "apply", object.mapping(), ref, identity);
                        }
                    }
                }
            }
            step = decide(object, revision, live.fetch(object.mapping(), ref));
        }
    }

    private ObjectOutcome write(
            RestMapping mapping,
            ObjectRef ref,
            Revision revision,
            ObjectNode wanted,
            Optional<ObjectNode> existing,
            ActingIdentity identity) {
        ObjectNode sent = wanted.deepCopy();
        ObjectNode metadata = (ObjectNode) sent.path("metadata");
        if (existing.isPresent()) {
            // Only the very object that was looked at, so that nobody's change and no newer revision is overwritten.
            JsonNode there = existing.get().path("metadata");
            metadata.set("resourceVersion", there.path("resourceVersion"));
            metadata.set("uid", there.path("uid"));
        } else {
            // Only if there still is none, so that nobody's new object is taken over.
            metadata.put("resourceVersion", NO_RESOURCE_VERSION);
        }
        Applied applied = send(mapping, sent, existing.isPresent(), identity);
        LOG.debug("{} {} of {}", applied.created() ? "created" : "applied", ref, revision.name());
        live.wrote(applied.object());
        if (existing.filter(there -> Ownership.of(there, revision) instanceof Ownership.Foreign)
                .isPresent()) {
            memory.tookOver(revision.uid(), ref);
        }
        if (OwnedFieldsDiff.firstDifference(wanted, applied.object()).isPresent()) {
            memory.applied(revision.uid(), ref, wanted, applied.object());
        }
        return new InPlace(applied.object());
    }

    private static Applied send(RestMapping mapping, ObjectNode object, boolean force, ActingIdentity identity) {
        try {
            return identity.client().apply(mapping, object, force);
        } catch (ApiException e) {
            if (force || !e.text().contains("resourceVersion should not be set")) {
                throw e;
            }
            // Such a server, as an aggregated one with a storage of its own, knows no such condition: there it is left
            // out.
            ((ObjectNode) object.path("metadata")).remove("resourceVersion");
            return identity.client().apply(mapping, object, false);
        }
    }
}
