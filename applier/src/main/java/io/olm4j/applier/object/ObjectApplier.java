package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient.Applied;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.fields.ConversionFields;
import io.olm4j.applier.fields.HelmFields;
import io.olm4j.applier.fields.LeftoverFields;
import io.olm4j.applier.fields.OwnedFieldsDiff;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.object.ObjectOutcome.Collision;
import io.olm4j.applier.object.ObjectOutcome.Contested;
import io.olm4j.applier.object.ObjectOutcome.Deferred;
import io.olm4j.applier.object.ObjectOutcome.Failed;
import io.olm4j.applier.object.ObjectOutcome.InPlace;
import io.olm4j.applier.object.ObjectOutcome.Superseded;
import io.olm4j.applier.object.Revision.Sibling;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies one object of a revision, if the revision may write it and the live object differs. */
public final class ObjectApplier {

    private static final Logger LOG = LoggerFactory.getLogger(ObjectApplier.class);

    /** How often an apply is tried: another client may change the object between the read and the write. */
    private static final int ATTEMPTS = 3;

    private static final int CONFLICT = 409;

    /**
     * A resource version that no object has. If the object exists, the API server compares the versions and answers
     * 409; if it does not exist, the API server creates it. Storage begins at version 1, and the first write gets
     * version 2.
     */
    private static final String NO_RESOURCE_VERSION = "1";

    private final LiveObjects live;
    private final AppliedMemory memory;
    private final WritePace pace;
    private final Consumer<ApiWarning> warned;

    /** @param warned receives the warnings of the API server, from several threads at once */
    public ObjectApplier(LiveObjects live, AppliedMemory memory, WritePace pace, Consumer<ApiWarning> warned) {
        this.live = live;
        this.memory = memory;
        this.pace = pace;
        this.warned = warned;
    }

    /** The next step for an object. */
    public sealed interface Step {

        /** Nothing is left to do. */
        record Done(ObjectOutcome outcome) implements Step {}

        /**
         * The object must be applied.
         *
         * @param existing the live object; empty if there is none
         * @param lacks how the live object differs from the wanted one
         */
        record Apply(ObjectNode wanted, Optional<ObjectNode> existing, String lacks) implements Step {

            /** The message for the object while it is not applied. */
            public String state(ObjectRef ref) {
                return "Object " + ref + ": " + lacks;
            }
        }
    }

    /** Decides the next step from the live object; writes nothing. */
    public Step decide(PlacedObject object, Revision revision, Optional<ObjectNode> there) {
        ObjectNode wanted =
                WantedObject.of(object.object(), revision, object.mapping().namespaced());
        ObjectRef ref = ObjectRef.of(wanted);
        if (there.isEmpty()) {
            return leftToNewer(ref, revision)
                    .<Step>map(Step.Done::new)
                    .orElseGet(() -> new Step.Apply(wanted, there, "does not exist"));
        }
        ObjectNode existing = there.get();
        Ownership ownership = ownership(existing, ref, revision);
        Optional<ObjectOutcome> leftAlone = leftAlone(object, ref, revision, existing, ownership);
        if (leftAlone.isPresent()) {
            return new Step.Done(leftAlone.get());
        }
        WantedObject.keepFormerControllers(wanted, existing, revision);
        return switch (ownership) {
            case Ownership.Ours() -> {
                Optional<String> difference = OwnedFieldsDiff.firstDifference(wanted, existing);
                if (difference.isEmpty() || memory.isKnown(revision.uid(), ref, wanted, existing)) {
                    yield new Step.Done(new InPlace(existing));
                }
                LOG.atDebug()
                        .addKeyValue("revision", revision.name())
                        .addKeyValue("object", ref)
                        .log("The object differs at {}", difference.get());
                yield new Step.Apply(wanted, there, "differs at " + difference.get());
            }
            case Ownership.Foreign(String kind, String name) -> {
                Ownership.controller(existing)
                        .ifPresent(controller -> WantedObject.takeOver(wanted, controller, existing, revision));
                yield new Step.Apply(wanted, there, "is controlled by %s \"%s\"".formatted(kind, name));
            }
            case Ownership.OfExtension(String name) -> {
                if (!HelmFields.areClaimed(existing, revision.ownerUid())) {
                    Ownership.controller(existing)
                            .ifPresent(controller -> WantedObject.takeOver(wanted, controller, existing, revision));
                }
                yield new Step.Apply(wanted, there, "is controlled by ClusterExtension \"%s\"".formatted(name));
            }
            case Ownership.OlderSibling(Sibling sibling) ->
                new Step.Apply(wanted, there, "belongs to the older revision " + sibling.name());
            case Ownership.Unowned() -> {
                WantedObject.joinOwners(wanted, existing, revision);
                yield new Step.Apply(wanted, there, "is not controlled by this revision");
            }
            case Ownership.NewerSibling _, Ownership.Orphaned _ ->
                new Step.Apply(wanted, there, "is not controlled by this revision");
        };
    }

    /** The outcome for an object that does not exist and that a newer revision creates; empty if there is none. */
    private Optional<ObjectOutcome> leftToNewer(ObjectRef ref, Revision revision) {
        // A user may have deleted it so that the newer revision can create it. If that fails, this one creates it.
        return revision.newerSiblings()
                .filter(sibling -> memory.isChangeRefused(sibling.uid(), ref))
                .findFirst()
                .map(sibling -> new Deferred(
                        "Object " + ref + ": does not exist, and is left to the newer revision " + sibling.name()));
    }

    /** The outcome for a live object that the revision may not write, or not now; empty if it may write it. */
    private Optional<ObjectOutcome> leftAlone(
            PlacedObject object, ObjectRef ref, Revision revision, ObjectNode existing, Ownership ownership) {
        Optional<String> collision = collision(ref, ownership, object.protection(), wasOurs(existing, ref, revision));
        if (collision.isPresent()) {
            live.follow(revision, ref);
            return Optional.of(new Collision(collision.get()));
        }
        if (ownership instanceof Ownership.NewerSibling(Sibling sibling)) {
            live.follow(revision, ref);
            return Optional.of(
                    new Superseded("Object " + ref + ": belongs to the newer revision " + sibling.name(), existing));
        }
        if (new LiveObject(existing).isBeingDeleted()) {
            live.follow(revision, ref);
            return Optional.of(
                    new Deferred("Object " + ref + ": is being deleted" + DeletionDelays.ofNamespace(ref, existing)));
        }
        // An object under a revision that is being deleted would be deleted too.
        return ownership instanceof Ownership.Orphaned && !live.isActive(revision)
                ? Optional.of(new Deferred("Object " + ref + ": is left behind by a revision that is being deleted"))
                : Optional.empty();
    }

    /** The ownership; an object of the revision stays its own if another client removed all marks from it. */
    private Ownership ownership(ObjectNode existing, ObjectRef ref, Revision revision) {
        Ownership ownership = Ownership.among(existing, revision, live::exists);
        switch (ownership) {
            case Ownership.Ours() -> memory.controls(revision.uid(), ref, existing);
            case Ownership.OlderSibling(Sibling sibling) -> memory.controls(sibling.uid(), ref, existing);
            case Ownership.NewerSibling(Sibling sibling) -> memory.controls(sibling.uid(), ref, existing);
            case Ownership.Foreign _, Ownership.OfExtension _ -> memory.controlsNoMore(revision.uid(), ref);
            case Ownership.Orphaned _, Ownership.Unowned _ -> {}
        }
        return ownership instanceof Ownership.Unowned && memory.controlled(revision.uid(), ref, existing)
                ? new Ownership.Orphaned()
                : ownership;
    }

    /**
     * Whether the revision controlled an object before. When olm4j takes an object over, it records the former
     * controller on the object.
     */
    private boolean wasOurs(ObjectNode existing, ObjectRef ref, Revision revision) {
        return memory.wasTakenOver(revision.uid(), ref) || Ownership.wasTakenFrom(existing, revision);
    }

    /**
     * @param wasOurs whether the revision controlled the object before; if two revisions claim one object, it stays
     *     with the other one
     */
    static Optional<String> collision(
            ObjectRef ref, Ownership ownership, CollisionProtection protection, boolean wasOurs) {
        return switch (ownership) {
            case Ownership.Foreign(String kind, String name)
            when protection != CollisionProtection.NONE ->
                Optional.of("%s exists already and is controlled by %s \"%s\"".formatted(ref, kind, name));
            case Ownership.Foreign(String kind, String name)
            when wasOurs ->
                Optional.of(("%s was controlled by this revision and then taken over by %s \"%s\": only one of the two"
                                + " may claim it")
                        .formatted(ref, kind, name));
            case Ownership.Unowned()
            when protection == CollisionProtection.PREVENT ->
                Optional.of(ref + " exists already and was not created by this revision");
            default -> Optional.empty();
        };
    }

    /** Performs the step that was decided; if the object changed meanwhile, reads it again and decides again. */
    public ObjectOutcome apply(PlacedObject object, Revision revision, Step.Apply first, ActingIdentity identity) {
        Step step = first;
        ObjectRef ref = ObjectRef.of(first.wanted());
        boolean claimed = false;
        for (int attempt = 1; ; attempt++) {
            switch (step) {
                case Step.Done(ObjectOutcome outcome) -> {
                    return outcome;
                }
                case Step.Apply apply -> {
                    Optional<ObjectOutcome> held = held(object.mapping(), ref, revision, apply);
                    if (held.isPresent()) {
                        return held.get();
                    }
                    try {
                        // Once, because another client may take the fields back each time.
                        claimed = !claimed && claims(object.mapping(), ref, revision, apply, identity);
                        if (!claimed) {
                            return write(object.mapping(), ref, revision, apply.wanted(), apply.existing(), identity);
                        }
                    } catch (ApiException e) {
                        Optional<ObjectOutcome> end = FailureMessages.isInvalid(e)
                                ? refused(e, object.mapping(), ref, revision, apply, identity)
                                : e.code() == CONFLICT
                                        ? Optional.empty()
                                        : Optional.of(FailureMessages.of(
                                                e, "apply", object.mapping(), ref, identity, revision));
                        if (end.isPresent() || attempt >= ATTEMPTS) {
                            return end.orElseGet(
                                    () -> FailureMessages.of(e, "apply", object.mapping(), ref, identity, revision));
                        }
                    }
                }
            }
            step = decide(object, revision, live.fetch(object.mapping(), ref));
        }
    }

    /**
     * Claims the fields of an object that the original applied by Helm, so that the next attempt removes those that the
     * revision does not want.
     *
     * @return whether there were such fields
     */
    private boolean claims(
            RestMapping mapping, ObjectRef ref, Revision revision, Step.Apply apply, ActingIdentity identity) {
        // A watch does not keep the managed fields of other managers.
        Optional<ObjectNode> claim = apply.existing()
                .filter(there -> Ownership.of(there, revision) instanceof Ownership.OfExtension)
                .flatMap(_ -> live.fetch(mapping, ref))
                .flatMap(there -> HelmFields.claim(there, revision.ownerUid()));
        claim.ifPresent(metadata -> identity.client().patchMetadata(mapping, ref, metadata));
        return claim.isPresent();
    }

    /**
     * The reason why an object is not written now: the API server refused the same content, or another client undoes
     * each write. Empty if it may be written.
     */
    private Optional<ObjectOutcome> held(RestMapping mapping, ObjectRef ref, Revision revision, Step.Apply apply) {
        Optional<Failed> refusal = memory.refusal(revision.uid(), ref, apply.wanted(), apply.existing());
        if (refusal.isPresent()) {
            return Optional.of(refusal.get());
        }
        if (pace.mayWrite(revision.uid(), ref)) {
            return Optional.empty();
        }
        return Optional.of(new Contested(
                ("%s: %s whenever this revision has written it, so that it is written only every few minutes: let"
                                + " only one of the two manage it")
                        .formatted(ref, RivalWriter.of(live.fetch(mapping, ref), revision))));
    }

    /**
     * Handles a refusal of an object's content. If the API server refuses fields that it filled in itself, or the
     * webhook of a definition that the revision drops, this claims them, and the next attempt removes them.
     *
     * @return the outcome; empty if the next attempt may succeed
     */
    private Optional<ObjectOutcome> refused(
            ApiException e,
            RestMapping mapping,
            ObjectRef ref,
            Revision revision,
            Step.Apply apply,
            ActingIdentity identity) {
        // A watch does not keep the managed fields of other managers.
        Optional<ObjectNode> whole = apply.existing().flatMap(_ -> live.fetch(mapping, ref));
        Optional<ObjectNode> leftovers = whole.flatMap(there -> leftovers(e, mapping, apply.wanted(), there));
        if (leftovers.isPresent()) {
            try {
                identity.client().patchMetadata(mapping, ref, leftovers.get());
                return Optional.empty();
            } catch (ApiException claim) {
                return claim.code() == CONFLICT
                        ? Optional.empty()
                        : Optional.of(FailureMessages.of(claim, "apply", mapping, ref, identity, revision));
            }
        }
        Failed failure = FailureMessages.invalid(e, ref, whole, ShownText.about(ref, revision));
        memory.refused(revision.uid(), ref, apply.wanted(), apply.existing(), failure);
        live.follow(revision, ref);
        return Optional.of(failure);
    }

    /** The metadata that claims what keeps the API server from accepting the object; empty if there is nothing. */
    private static Optional<ObjectNode> leftovers(
            ApiException e, RestMapping mapping, ObjectNode wanted, ObjectNode there) {
        List<List<String>> fields = LeftoverFields.of(e.fieldProblems(), wanted, there);
        if (!fields.isEmpty()) {
            return Optional.of(LeftoverFields.claim(there, fields));
        }
        return CrdDeletions.isDefinition(mapping) ? ConversionFields.claim(wanted, there) : Optional.empty();
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
            // Only the object that was read, so that changes of other clients and newer revisions are not overwritten.
            JsonNode there = existing.get().path("metadata");
            metadata.set("resourceVersion", there.path("resourceVersion"));
            metadata.set("uid", there.path("uid"));
        } else {
            // Only if the object still does not exist, so that a new object of another client is not taken over.
            metadata.put("resourceVersion", NO_RESOURCE_VERSION);
        }
        Applied applied = send(mapping, ref, sent, existing.isPresent(), identity);
        LOG.atDebug()
                .addKeyValue("revision", revision.name())
                .addKeyValue("object", ref)
                .log(applied.created() ? "The object was created" : "The object was applied");
        applied.warnings().forEach(text -> warned.accept(new ApiWarning(revision.name(), revision.uid(), ref, text)));
        live.wrote(applied.object());
        pace.wrote(revision.uid(), ref);
        memory.controls(revision.uid(), ref, applied.object());
        memory.accepted(revision.uid(), ref);
        if (existing.filter(there -> Ownership.of(there, revision) instanceof Ownership.Foreign)
                .isPresent()) {
            memory.tookOver(revision.uid(), ref);
        }
        if (OwnedFieldsDiff.firstDifference(wanted, applied.object()).isPresent()) {
            memory.applied(revision.uid(), ref, wanted, applied.object());
        }
        return new InPlace(applied.object());
    }

    private Applied send(
            RestMapping mapping, ObjectRef ref, ObjectNode object, boolean force, ActingIdentity identity) {
        try {
            return identity.client().apply(mapping, object, force);
        } catch (ApiException e) {
            if (force || !e.text().contains("resourceVersion should not be set")) {
                throw e;
            }
            // This server does not support the condition, for example an aggregated one with its own storage: the
            // request is repeated without it, unless the object exists.
            if (live.fetch(mapping, ref).isPresent()) {
                throw new ApiException(CONFLICT, ref + " exists already", MissingNode.getInstance());
            }
            ((ObjectNode) object.path("metadata")).remove("resourceVersion");
            return identity.client().apply(mapping, object, false);
        }
    }
}
