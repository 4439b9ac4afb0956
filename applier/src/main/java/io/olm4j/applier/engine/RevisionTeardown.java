package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.Deletion;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.engine.KindResolver.Kinds;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.object.CrdDeletions;
import io.olm4j.applier.object.CustomResources;
import io.olm4j.applier.object.DeletionDelays;
import io.olm4j.applier.object.FailureMessages;
import io.olm4j.applier.object.LiveObjects;
import io.olm4j.applier.object.ObjectOutcome.Cause;
import io.olm4j.applier.object.ObjectOutcome.Failed;
import io.olm4j.applier.object.Ownership;
import io.olm4j.applier.object.PlacedObject;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.work.BoundedWork;
import io.olm4j.versionranges.ShortList;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Deletes the objects that a revision still controls. CustomResourceDefinitions are first, while the operator, its
 * rights and its webhooks still exist and can finalize the custom resources. All other objects follow, phase by phase
 * in reverse order.
 */
final class RevisionTeardown {

    /**
     * How often a deletion is tried: controllers may write to an object meanwhile, for example to the status of a
     * Deployment.
     */
    private static final int ATTEMPTS = 5;

    private static final int MAX_NAMED = 5;

    private final KindResolver kinds;
    private final LiveObjects live;
    private final BoundedWork work;

    private final CrdDeletions crds;
    private final Orphaning orphaning;
    private final DeletionDelays delays;
    private final ObjectClient controller;
    private final InstantSource time;

    /**
     * The objects that a running teardown found to be absent, by the UID of the revision. If such an object exists
     * again, a watch has it.
     */
    private final Map<String, Set<ObjectRef>> gone = new ConcurrentHashMap<>();

    /** @param controller counts and lists custom resources */
    RevisionTeardown(
            KindResolver kinds,
            LiveObjects live,
            BoundedWork work,
            CrdDeletions crds,
            Orphaning orphaning,
            ObjectClient controller,
            InstantSource time) {
        this.kinds = kinds;
        this.live = live;
        this.work = work;
        this.crds = crds;
        this.orphaning = orphaning;
        this.delays = new DeletionDelays(controller);
        this.controller = controller;
        this.time = time;
    }

    /** The state of one object. */
    private sealed interface Step {

        record Gone() implements Step {}

        /** It is being deleted; {@code what} names the object and the reason for the delay. */
        record Waiting(String what) implements Step {}

        record Refused(Failed failure) implements Step {}

        /** It is not deleted yet, because the turn is over. */
        record Deferred() implements Step {}
    }

    /**
     * Deletes the objects of a revision as far as is possible now.
     *
     * @param policy asked for each definition and each Namespace that would be deleted
     * @throws ApiException if the API server cannot be read
     */
    TeardownResult tearDown(Revision revision, Kinds known, ActingIdentity identity, Supplier<TeardownPolicy> policy) {
        var turn = new Turn(time);
        for (Stage stage : stages(revision)) {
            if (turn.isOver()) {
                return deferred(stage.phase());
            }
            // A kind that is served at no version no longer has objects.
            List<PlacedObject> objects = known.place(stage.objects());
            List<Step> steps = work.map(objects, object -> {
                Step step = delete(object, revision, identity, policy, turn);
                if (step instanceof Step.Gone) {
                    gone.computeIfAbsent(revision.uid(), _ -> ConcurrentHashMap.newKeySet())
                            .add(object.ref());
                }
                return step;
            });
            Optional<TeardownResult> unfinished = verdict(stage.phase(), steps);
            if (unfinished.isPresent()) {
                return unfinished.get();
            }
        }
        return new TeardownResult.Complete();
    }

    /** Forgets which objects of a revision did not exist any more. */
    void forget(String uid) {
        gone.remove(uid);
    }

    /** Objects that are deleted at once, and the name of their phase for the message. */
    private record Stage(String phase, List<ResolvedObject> objects) {}

    private static List<Stage> stages(Revision revision) {
        List<Stage> stages = new ArrayList<>();
        List<ResolvedObject> definitions = new ArrayList<>();
        String phaseOfDefinitions = "";
        for (Rank rank : Rank.of(revision).reversed()) {
            Map<Boolean, List<ResolvedObject>> byDefinition =
                    rank.objects().stream().collect(Collectors.partitioningBy(CrdDeletions::isDefinition));
            if (!byDefinition.getOrDefault(true, List.of()).isEmpty()) {
                phaseOfDefinitions = rank.phase();
                definitions.addAll(byDefinition.getOrDefault(true, List.of()));
            }
            stages.add(new Stage(rank.phase(), byDefinition.getOrDefault(false, List.of())));
        }
        stages.addFirst(new Stage(phaseOfDefinitions, definitions));
        return stages;
    }

    private Step delete(
            PlacedObject object,
            Revision revision,
            ActingIdentity identity,
            Supplier<TeardownPolicy> policy,
            Turn turn) {
        try {
            return deleteServed(object, revision, identity, policy, turn);
        } catch (ApiException e) {
            if (e.isNotServed()) {
                return kinds.findAgain(object)
                        .map(again -> deleteServed(again, revision, identity, policy, turn))
                        .orElseGet(Step.Gone::new);
            }
            throw e;
        }
    }

    private Step deleteServed(
            PlacedObject object,
            Revision revision,
            ActingIdentity identity,
            Supplier<TeardownPolicy> policy,
            Turn turn) {
        ObjectRef ref = object.ref();
        Optional<ObjectNode> there = gone.getOrDefault(revision.uid(), Set.of()).contains(ref)
                ? live.seen(ref)
                : live.seen(ref).or(() -> live.fetchServed(object.mapping(), ref));
        for (int attempt = 1; ; attempt++) {
            if (there.isEmpty() || !Ownership.isControlledBy(there.get(), revision)) {
                return there.filter(now -> isWaitedFor(object.mapping(), now, revision))
                        .<Step>map(_ -> new Step.Waiting(ref + " (another revision deletes it)"))
                        .orElseGet(Step.Gone::new);
            }
            if (new LiveObject(there.get()).isBeingDeleted()) {
                // The watch may be behind: only the server knows whether the object still exists.
                return live.fetchServed(object.mapping(), ref)
                        .<Step>map(now -> {
                            crds.resume(object.mapping(), now, identity);
                            return new Step.Waiting(delays.described(now));
                        })
                        .orElseGet(Step.Gone::new);
            }
            if (!turn.takesWrite()) {
                return new Step.Deferred();
            }
            if (CrdDeletions.isDefinition(object.mapping())) {
                Optional<Step> spared = spared(
                        object, there.get(), revision, identity, policy.get().definitions());
                if (spared.isPresent()) {
                    return spared.get();
                }
            }
            if (isNamespace(ref) && policy.get().keepsNamespaces()) {
                return kept(object, revision, identity);
            }
            try {
                crds.prepare(object.mapping(), there.get());
                var metadata = there.get().path("metadata");
                Deletion deletion = identity.client()
                        .delete(
                                object.mapping(),
                                ref,
                                metadata.path("uid").asText(""),
                                metadata.path("resourceVersion").asText(""));
                return deletion == Deletion.GONE ? new Step.Gone() : new Step.Waiting(ref.toString());
            } catch (ApiException e) {
                if (e.isNotServed()) {
                    throw e;
                }
                if (e.code() == 409 && attempt == ATTEMPTS) {
                    return new Step.Waiting(ref + " (others change it too often; its deletion is tried again)");
                }
                if (e.code() != 409) {
                    return new Step.Refused(FailureMessages.of(e, "delete", object.mapping(), ref, identity, revision));
                }
            }
            there = live.fetchServed(object.mapping(), ref);
        }
    }

    /** The step for a definition that must not be deleted now; empty if it must be. */
    private Optional<Step> spared(
            PlacedObject object,
            ObjectNode there,
            Revision revision,
            ActingIdentity identity,
            DefinitionTeardown policy) {
        return switch (policy) {
            case DELETE -> Optional.empty();
            case KEEP -> Optional.of(kept(object, revision, identity));
            case WAIT_WHILE_IN_USE ->
                used(there).map(resources -> new Step.Waiting(object.ref() + " (" + resources.text() + ")"));
            case KEEP_WHILE_IN_USE -> used(there).map(_ -> kept(object, revision, identity));
        };
    }

    private static boolean isNamespace(ObjectRef ref) {
        return ref.group().isEmpty() && ref.kind().equals("Namespace");
    }

    private Optional<CustomResources> used(ObjectNode definition) {
        return Optional.of(CustomResources.of(definition, controller)).filter(CustomResources::mayExist);
    }

    private Step kept(PlacedObject object, Revision revision, ActingIdentity identity) {
        try {
            return orphaning
                    .keep(object, revision, identity)
                    .<Step>map(Step.Waiting::new)
                    .orElseGet(Step.Gone::new);
        } catch (ApiException e) {
            if (e.isNotServed()) {
                throw e;
            }
            Failed refusal = FailureMessages.of(e, "patch", object.mapping(), object.ref(), identity, revision);
            return new Step.Refused(new Failed(
                    refusal.cause(),
                    refusal.message() + "; it must lose its owner reference, because the garbage collector would delete"
                            + " it with its owner"));
        }
    }

    /**
     * Whether to wait for an object of a sibling: while the sibling deletes a definition, its custom resources may also
     * need our operator.
     */
    private static boolean isWaitedFor(RestMapping mapping, ObjectNode there, Revision revision) {
        return CrdDeletions.isDefinition(mapping)
                && switch (Ownership.of(there, revision)) {
                    case Ownership.OlderSibling _, Ownership.NewerSibling _ -> true;
                    case Ownership.Ours _,
                            Ownership.OfExtension _,
                            Ownership.Orphaned _,
                            Ownership.Foreign _,
                            Ownership.Unowned _ -> false;
                };
    }

    private static TeardownResult deferred(String phase) {
        return new TeardownResult.InProgress("phase \"" + phase + "\" is not deleted yet: " + Turn.OVER);
    }

    private static Optional<TeardownResult> verdict(String phase, List<Step> steps) {
        List<Failed> failures = steps.stream()
                .flatMap(step -> step instanceof Step.Refused(Failed failure) ? Stream.of(failure) : Stream.empty())
                .toList();
        if (!failures.isEmpty()) {
            String message =
                    failures.stream().map(Failed::message).distinct().limit(10).collect(Collectors.joining("; "));
            if (failures.stream().anyMatch(f -> f.cause() == Cause.UNAUTHENTICATED)) {
                return Optional.of(new TeardownResult.Unauthenticated(message));
            }
            return Optional.of(
                    failures.stream().anyMatch(f -> f.cause() == Cause.FORBIDDEN)
                            ? new TeardownResult.Refused(message)
                            : new TeardownResult.Failed(message));
        }
        if (steps.stream().anyMatch(Step.Deferred.class::isInstance)) {
            return Optional.of(deferred(phase));
        }
        List<String> waiting = steps.stream()
                .flatMap(step -> step instanceof Step.Waiting(String what) ? Stream.of(what) : Stream.empty())
                .toList();
        if (waiting.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new TeardownResult.InProgress(
                "waiting in phase \"" + phase + "\" until these are deleted: " + ShortList.of(MAX_NAMED, waiting)));
    }
}
