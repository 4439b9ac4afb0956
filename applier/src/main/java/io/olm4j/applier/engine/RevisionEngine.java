package io.olm4j.applier.engine;

import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.PermissionPreflight;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.engine.Availability.Available;
import io.olm4j.applier.engine.Availability.Unavailable;
import io.olm4j.applier.engine.Availability.Unknown;
import io.olm4j.applier.engine.KindResolver.Kinds;
import io.olm4j.applier.engine.RolloutResult.Complete;
import io.olm4j.applier.engine.RolloutResult.Failed;
import io.olm4j.applier.engine.RolloutResult.Incomplete;
import io.olm4j.applier.engine.RolloutResult.Invalid;
import io.olm4j.applier.engine.RolloutResult.Refused;
import io.olm4j.applier.object.ApiWarning;
import io.olm4j.applier.object.AppliedMemory;
import io.olm4j.applier.object.CrdDeletions;
import io.olm4j.applier.object.LiveObjects;
import io.olm4j.applier.object.ObjectApplier;
import io.olm4j.applier.object.PlacedObject;
import io.olm4j.applier.object.ProbeResultCache;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.object.WritePace;
import io.olm4j.applier.watch.ManagedObjectWatches;
import io.olm4j.applier.work.BoundedWork;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Rolls revisions out and tears them down. It keeps no state of a roll-out except caches that save requests: every call
 * starts from the live objects, writes only differences, and returns as soon as it would have to wait. The watches
 * trigger the next call.
 */
public final class RevisionEngine {

    private final InstantSource time;
    private final KindResolver kinds;
    private final ManagedObjectWatches watches;
    private final LiveObjects live;
    private final AppliedMemory memory;
    private final WritePace pace;
    private final ProbeResultCache findings = new ProbeResultCache();
    private final PreflightGate gate;
    private final PhaseRollout phaseRollout;
    private final Observation observation;
    private final RevisionTeardown teardown;
    private final Orphaning orphaning;
    private final ControlledObjects controlled;
    private volatile boolean stopping;

    /**
     * Creates an engine without any cached state.
     *
     * @param controller reads with the controller's rights; writes use the identity of each call
     * @param warned receives the warnings of the API server when an object is applied, from several threads at once
     */
    public RevisionEngine(
            ObjectClient controller,
            RestMapper mapper,
            ManagedObjectWatches watches,
            PermissionPreflight preflight,
            BoundedWork work,
            InstantSource time,
            Consumer<ApiWarning> warned) {
        this.time = time;
        this.kinds = new KindResolver(mapper);
        this.watches = watches;
        this.live = new LiveObjects(watches, controller);
        this.gate = new PreflightGate(preflight);
        this.memory = new AppliedMemory(time);
        this.pace = new WritePace(time);
        ObjectApplier applier = new ObjectApplier(live, memory, pace, warned);
        this.phaseRollout = new PhaseRollout(applier, live, findings, work);
        this.observation = new Observation(kinds, applier, live, findings, work);
        this.orphaning = new Orphaning(kinds, live, work);
        this.controlled = new ControlledObjects(controller, time);
        this.teardown = new RevisionTeardown(
                kinds, live, work, new CrdDeletions(controller, time), orphaning, controller, time);
    }

    /**
     * Rolls a revision out as far as is possible now: ranks strictly in order, the objects of one rank at once. A
     * revision that has rolled out before goes on without the objects whose kinds are not served or that cannot be
     * read, and reports them at the end.
     */
    public RolloutReport rollOut(Revision revision, ActingIdentity identity) {
        Optional<String> problem = RevisionValidator.problem(revision);
        if (problem.isPresent()) {
            return new RolloutReport(new Invalid(problem.get(), true), new Unknown(problem.get()));
        }
        try {
            return rollOutValid(revision, identity);
        } catch (ApiException e) {
            return new RolloutReport(new Failed(e.text()), new Unknown(e.text()));
        }
    }

    private RolloutReport rollOutValid(Revision revision, ActingIdentity identity) {
        Kinds known = kinds.resolve(revision);
        Optional<String> problem = RevisionValidator.problem(revision, known::isClusterScoped);
        if (problem.isPresent()) {
            return new RolloutReport(new Invalid(problem.get(), true), new Unknown(problem.get()));
        }
        watch(revision, known);
        Optional<String> unresolved = revision.succeeded() ? Optional.empty() : unresolved(revision, known);
        if (unresolved.isPresent()) {
            return observed(new Failed(unresolved.get()), revision, known);
        }
        Supplier<Optional<RolloutResult>> obstacle = () -> gate.obstacle(
                revision,
                identity,
                known.plan(revision),
                ref -> kinds.find(GroupVersionKind.of(ref)).flatMap(mapping -> live.find(mapping, ref)));
        try {
            return rollOut(revision, identity, known, obstacle);
        } finally {
            if (!known.missing().isEmpty() || !known.undiscovered().isEmpty()) {
                gate.forget(revision.uid()); // It has not seen all kinds.
            }
        }
    }

    private RolloutReport rollOut(
            Revision revision, ActingIdentity identity, Kinds known, Supplier<Optional<RolloutResult>> obstacle) {
        var turn = new Turn(time);
        List<Rank> ranks = Rank.of(revision);
        var placing = new Placing(kinds, known, ranks, found -> watches.watch(revision.name(), found));
        List<String> unmet = new ArrayList<>();
        for (Rank rank : ranks) {
            if (stopping) {
                String message =
                        "the controller stops; its successor goes on with phase \"%s\"".formatted(rank.phase());
                return new RolloutReport(new Incomplete(rank.phase(), message), new Unknown(message));
            }
            if (turn.isOver()) {
                String message = "phase \"" + rank.phase() + "\": it is not checked yet: " + Turn.OVER;
                return new RolloutReport(new Incomplete(rank.phase(), message), new Unknown(message));
            }
            List<PlacedObject> objects = new ArrayList<>();
            Optional<Invalid> invalid = placing.place(rank, objects);
            if (invalid.isPresent()) {
                return observed(invalid.get(), revision, known);
            }
            switch (phaseRollout.rollOut(revision, rank, objects, identity, obstacle, turn)) {
                case RankResult.Stopped(RolloutReport rollout) -> {
                    if (rollout.result() instanceof Refused) {
                        gate.forget(revision.uid());
                    }
                    if (rollout.result() instanceof Failed) {
                        // A kind may have changed or disappeared since the discovery.
                        kinds.forget(objects);
                    }
                    return rollout;
                }
                case RankResult.Done(Optional<String> elsewhere, List<String> unread) -> {
                    elsewhere.ifPresent(unmet::add);
                    placing.unread(unread);
                }
            }
            if (placing.gaps().isPresent() && !revision.succeeded()) {
                break; // The rank may have defined the kinds, so that the next pass finds them.
            }
        }
        Optional<String> gaps = placing.gaps();
        if (gaps.isPresent()) {
            return observed(new Failed(gaps.get()), revision, known);
        }
        return new RolloutReport(new Complete(), unmet.isEmpty() ? new Available() : new Unavailable(unmet.getFirst()));
    }

    /** Why objects of a revision cannot be placed, even after its definitions are applied; empty if all can be. */
    private Optional<String> unresolved(Revision revision, Kinds known) {
        return revision.phases().stream()
                .flatMap(phase -> phase.objects().stream())
                .map(ResolvedObject::ref)
                .filter(ref -> known.undiscovered().containsKey(GroupVersionKind.of(ref)))
                .findFirst()
                .map(ref ->
                        Observation.unreadable(ref, known.undiscovered().getOrDefault(GroupVersionKind.of(ref), "")))
                .or(() -> Optional.of(known.missing())
                        .filter(missing -> !missing.isEmpty())
                        .map(missing -> KindResolver.establishWatch(
                                missing.stream().map(kinds::notServed).toList())));
    }

    private void watch(Revision revision, Kinds known) {
        watches.contains(
                revision.name(),
                revision.uid(),
                revision.phases().stream()
                        .flatMap(phase -> phase.objects().stream())
                        .map(ResolvedObject::ref)
                        .toList());
        watches.watch(revision.name(), known.served().values());
    }

    private RolloutReport observed(RolloutResult result, Revision revision, Kinds known) {
        return new RolloutReport(result, observation.of(revision, known));
    }

    /**
     * Determines from the live objects whether a revision is available; writes nothing. The watches report later
     * changes.
     */
    public Availability observe(Revision revision) {
        Optional<String> problem = RevisionValidator.problem(revision);
        if (problem.isPresent()) {
            return new Unknown(problem.get());
        }
        try {
            Kinds known = kinds.resolve(revision);
            watch(revision, known);
            return observation.of(revision, known);
        } catch (ApiException e) {
            return new Unknown(e.text());
        }
    }

    /**
     * Deletes the objects that a revision still controls; when all of them are deleted, the revision is {@linkplain
     * #forget forgotten}.
     *
     * @param policy asked for each CustomResourceDefinition and each Namespace that would be deleted; may throw {@link
     *     ApiException}
     */
    public TeardownResult tearDown(Revision revision, ActingIdentity identity, Supplier<TeardownPolicy> policy) {
        try {
            Kinds known = kinds.resolveAtAnyVersion(revision);
            watch(revision, known);
            TeardownResult result = teardown.tearDown(revision, known, identity, policy);
            if (result instanceof TeardownResult.Complete) {
                forget(revision.name(), revision.uid());
            }
            return result;
        } catch (ApiException e) {
            return new TeardownResult.Failed(e.text());
        }
    }

    /**
     * The objects that a revision controls on the cluster, for the teardown of a revision whose content is lost.
     *
     * @throws ApiException if the API server does not list its groups
     */
    public ControlledContent controlledBy(Revision revision) {
        return controlled.find(revision);
    }

    /**
     * Orphans the objects of a revision, so that they stay when the revision is deleted.
     *
     * @return the reason for a retry; empty if no retry is needed
     */
    public Optional<String> orphan(Revision revision, ActingIdentity identity) {
        try {
            return orphaning.orphan(revision, kinds.resolveAtAnyVersion(revision), identity);
        } catch (ApiException e) {
            return Optional.of(e.text());
        }
    }

    /** Releases the watches and the cached state of a revision. */
    public void forget(String name, String uid) {
        watches.release(name);
        memory.forget(uid);
        pace.forget(uid);
        findings.forget(uid);
        gate.forget(uid);
        teardown.forget(uid);
    }

    /** Ends running roll-outs before their next phase, because the process stops. */
    public void stop() {
        stopping = true;
    }

    /** Whether a roll-out that runs now may end before its last phase, because {@link #stop} was called. */
    public boolean isStopping() {
        return stopping;
    }

    /** Called when the definition of a kind changed: the API server may accept objects that it refused. */
    public void kindChanged(String group, String kind) {
        memory.kindChanged(group, kind);
    }

    /** Called when roles or bindings of some accounts changed: the result of a permission preflight may change. */
    public void accessChanged(Predicate<ServiceAccountRef> concerned) {
        gate.accessChanged(concerned);
    }
}
