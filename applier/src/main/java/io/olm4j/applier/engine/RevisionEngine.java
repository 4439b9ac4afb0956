package io.olm4j.applier.engine;

import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.PermissionPreflight;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.engine.KindResolver.Kinds;
import io.olm4j.applier.engine.RolloutResult.Complete;
import io.olm4j.applier.engine.RolloutResult.Failed;
import io.olm4j.applier.engine.RolloutResult.Invalid;
import io.olm4j.applier.engine.RolloutResult.Refused;
import io.olm4j.applier.watch.ManagedObjectWatches;
import io.olm4j.applier.work.BoundedWork;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Rolls revisions out and takes them down. It keeps nothing of a roll-out but what saves requests: every call starts from what
 * is live, writes only what differs, and returns as soon as there is something to wait for; the watches tell when to call
 * again.
 */
public final class RevisionEngine {

    private final KindResolver kinds;
    private final ManagedObjectWatches watches;
    private final LiveObjects live;
    private final AppliedMemory memory = new AppliedMemory();
    private final Findings findings = new Findings();
    private final PreflightGate gate;
    private final PhaseRollout phaseRollout;
    private final RevisionTeardown teardown;
    private final Orphaning orphaning;

    /** @param controller reads with the controller's rights; what is written is written as the identity of each call */
    public RevisionEngine(
            ObjectClient controller,
            RestMapper mapper,
            ManagedObjectWatches watches,
            PermissionPreflight preflight,
            BoundedWork work,
            Clock clock) {
        this.kinds = new KindResolver(mapper);
        this.watches = watches;
        this.live = new LiveObjects(watches, controller);
        this.gate = new PreflightGate(preflight);
        this.phaseRollout = new PhaseRollout(new ObjectApplier(live, memory), live, findings, work);
        this.orphaning = new Orphaning(live, work);
        this.teardown = new RevisionTeardown(live, work, new CrdDeletions(controller, clock));
    }

    /** Brings a revision as far as it goes now: phases strictly in order, the objects of one at once. */
    public RolloutResult rollOut(Revision revision, ActingIdentity identity) {
        Optional<String> problem = RevisionValidator.problem(revision);
        if (problem.isPresent()) {
            return new Invalid(problem.get());
        }
        try {
            return rollOutValid(revision, identity);
        } catch (ApiException e) {
            return new Failed(e.text());
        }
    }

    private RolloutResult rollOutValid(Revision revision, ActingIdentity identity) {
        Kinds known = kinds.resolve(revision);
        if (!known.missing().isEmpty()) {
            return new Failed("establish watch: "
                    + known.missing().stream().map(GroupVersionKind::noMatch).collect(Collectors.joining("; ")));
        }
        watches.watch(revision.name(), known.served().values());
        Supplier<Optional<RolloutResult>> obstacle = () -> gate.obstacle(
                revision,
                identity,
                known.plan(revision),
                ref -> kinds.find(GroupVersionKind.of(ref)).flatMap(mapping -> live.find(mapping, ref)));
        for (int i = 0; i < revision.phases().size(); i++) {
            List<PlacedObject> objects = new ArrayList<>();
            Optional<RolloutResult> unplaced = place(revision, i, known, objects);
            if (unplaced.isPresent()) {
                return unplaced.get();
            }
            Optional<RolloutResult> stop = phaseRollout.rollOut(revision, i, objects, identity, obstacle);
            if (stop.isPresent()) {
                if (stop.get() instanceof Refused) {
                    gate.forget(revision.uid());
                }
                if (stop.get() instanceof Failed) {
                    // A kind may have moved, or gone, since discovery was read.
                    kinds.forget(objects);
                }
                return stop.get();
            }
        }
        return new Complete();
    }

    /** Finds the places of the objects of a phase; kinds that an earlier phase brought are looked up now. */
    private Optional<RolloutResult> place(Revision revision, int index, Kinds known, List<PlacedObject> placed) {
        ResolvedPhase phase = revision.phases().get(index);
        List<RestMapping> fresh = new ArrayList<>();
        for (ResolvedObject object : phase.objects()) {
            GroupVersionKind kind = GroupVersionKind.of(object.ref());
            RestMapping mapping = known.served().get(kind);
            if (mapping == null) {
                Optional<RestMapping> found = kinds.find(kind);
                if (found.isEmpty()) {
                    return Optional.of(new Failed("establish watch: " + kind.noMatch()));
                }
                mapping = found.get();
                fresh.add(mapping);
            }
            if (mapping.namespaced() && object.ref().namespace().isEmpty()) {
                return Optional.of(new Invalid("phase %d validation error: %s \"%s\" lacks metadata.namespace"
                        .formatted(index, kind.kind(), object.ref().name())));
            }
            placed.add(PlacedObject.of(object, mapping));
        }
        if (!fresh.isEmpty()) {
            watches.watch(revision.name(), fresh);
        }
        return Optional.empty();
    }

    /** Deletes what a revision still controls; when all of it is gone the revision is {@linkplain #forget forgotten}. */
    public TeardownResult tearDown(Revision revision, ActingIdentity identity) {
        try {
            Kinds known = kinds.resolve(revision);
            watches.watch(revision.name(), known.served().values());
            TeardownResult result = teardown.tearDown(revision, known, identity);
            if (result instanceof TeardownResult.Complete) {
                forget(revision.name(), revision.uid());
            }
            return result;
        } catch (ApiException e) {
            return new TeardownResult.Failed(e.text());
        }
    }

    /**
     * Leaves the objects of a revision to nobody, so that they stay when it goes.
     *
     * @return why it has to be tried again; empty if it does not
     */
    public Optional<String> orphan(Revision revision, ActingIdentity identity) {
        try {
            return orphaning.orphan(revision, kinds.resolve(revision), identity);
        } catch (ApiException e) {
            return Optional.of(e.text());
        }
    }

    /** Lets go of the watches of a revision and of what is remembered of it. */
    public void forget(String name, String uid) {
        watches.release(name);
        memory.forget(uid);
        findings.forget(uid);
        gate.forget(uid);
    }

    /** Roles or bindings changed somewhere: identities that were refused may be allowed now, and the other way round. */
    public void accessChanged() {
        gate.accessChanged();
    }
}
