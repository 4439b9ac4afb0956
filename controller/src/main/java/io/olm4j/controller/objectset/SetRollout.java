package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.content.Content;
import io.olm4j.applier.content.PhaseDigests;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.engine.Availability;
import io.olm4j.applier.engine.RevisionEngine;
import io.olm4j.applier.engine.RolloutReport;
import io.olm4j.applier.engine.RolloutResult;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.revision.RevisionLifecycle;
import io.olm4j.controller.deletion.DeletionPolicies;
import io.olm4j.controller.objectset.SetTeardown.Progress;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Rolls a set out, or archives it, and returns the outcome. */
final class SetRollout {

    private final SetPreparer preparer;
    private final SetIdentity identities;
    private final SetTeardown teardown;
    private final RevisionEngine engine;
    private final RevisionLifecycle lifecycle;
    private final DeletionPolicies policies;

    SetRollout(
            SetPreparer preparer,
            SetIdentity identities,
            SetTeardown teardown,
            RevisionEngine engine,
            RevisionLifecycle lifecycle,
            DeletionPolicies policies) {
        this.preparer = preparer;
        this.identities = identities;
        this.teardown = teardown;
        this.engine = engine;
        this.lifecycle = lifecycle;
        this.policies = policies;
    }

    /**
     * The result of a reconcile.
     *
     * @param availability the availability of the objects after it
     * @param observed the digests of the content; empty if it was not read
     * @param phases the content; empty if it was not read
     */
    record Pass(
            SetOutcome outcome, Availability availability, List<ObservedPhase> observed, List<ResolvedPhase> phases) {

        /** The result of a reconcile that did not check the objects. */
        static Pass of(SetOutcome outcome) {
            return of(outcome, new Availability.Unknown(outcome.message()));
        }

        static Pass of(SetOutcome outcome, Availability availability) {
            return new Pass(outcome, availability, List.of(), List.of());
        }
    }

    /**
     * Rolls a set out.
     *
     * @param siblings the other revisions of the same extension, in any state
     * @param firstRead receives the digests of the content if they are not recorded yet and other content could take
     *     its place, before any of the content is applied
     */
    Pass rollOut(ClusterObjectSet set, List<ClusterObjectSet> siblings, Consumer<List<ObservedPhase>> firstRead) {
        return switch (preparer.repeatedly(set)) {
            case SetPreparation.Refused(String message) -> observed(new SetOutcome.Refused(message), set, siblings);
            case SetPreparation.Unknown(String message) -> observed(new SetOutcome.Retrying(message), set, siblings);
            case SetPreparation.Blocked(var _, String message) -> Pass.of(new SetOutcome.Blocked(message));
            case SetPreparation.Unreadable(var _, String message) -> Pass.of(new SetOutcome.Retrying(message));
            case SetPreparation.Ready ready -> rollOut(set, ready, siblings, firstRead);
        };
    }

    /** Whether a pass that ends now may have been cut short, because the controller stops. */
    boolean isStopping() {
        return engine.isStopping();
    }

    private Pass rollOut(
            ClusterObjectSet set,
            SetPreparation.Ready ready,
            List<ClusterObjectSet> siblings,
            Consumer<List<ObservedPhase>> firstRead) {
        List<ObservedPhase> observed = PhaseDigests.of(ready.phases());
        Optional<SetOutcome> unprepared = prepare(set, ready);
        if (unprepared.isPresent()) {
            return observed(unprepared.get(), set, ready.phases(), siblings);
        }
        if (!ready.fixed() && SetRevision.recorded(set).isEmpty()) {
            firstRead.accept(observed);
        }
        Revision revision = SetRevision.live(set, ready.phases(), siblings);
        Pass pass = SetRevision.change(set, ready.phases())
                .<SetOutcome>map(SetOutcome.Blocked::new)
                .map(Pass::of)
                .orElseGet(() -> apply(set, revision, siblings, ready.identity()));
        // The content is still used when another revision or this one is archived, and once more after that.
        if (pass.outcome() instanceof SetOutcome.RolledOut
                && set.hasRolledOut()
                && SetRevision.live(siblings).isEmpty()) {
            preparer.forget(set);
        }
        return new Pass(pass.outcome(), pass.availability(), observed, ready.phases());
    }

    private Optional<SetOutcome> prepare(ClusterObjectSet set, SetPreparation.Ready ready) {
        try {
            lifecycle.prepare(set, ready.unmarked());
            preparer.marked(set);
            return Optional.empty();
        } catch (KubernetesClientException e) {
            preparer.forget(set); // A Secret may have been replaced since it was read.
            return Optional.of(
                    new SetOutcome.Retrying("preparing the Secrets of the revision: " + ApiException.text(e)));
        }
    }

    /**
     * The result for a set that cannot continue now. Its objects are still observed, which needs only the rights of the
     * controller.
     */
    private Pass observed(SetOutcome outcome, ClusterObjectSet set, List<ClusterObjectSet> siblings) {
        return preparer.own(set) instanceof Content.Resolved(var known, var _, boolean _)
                ? observed(outcome, set, known, siblings)
                : Pass.of(outcome);
    }

    private Pass observed(
            SetOutcome outcome, ClusterObjectSet set, List<ResolvedPhase> content, List<ClusterObjectSet> siblings) {
        return !SetRevision.recorded(set).isEmpty()
                        && SetRevision.change(set, content).isEmpty()
                ? Pass.of(outcome, engine.observe(SetRevision.live(set, content, siblings)))
                : Pass.of(outcome);
    }

    private Pass apply(
            ClusterObjectSet set, Revision revision, List<ClusterObjectSet> siblings, ActingIdentity identity) {
        RolloutReport rollout = engine.rollOut(revision, identity);
        return Pass.of(outcome(rollout.result(), set, siblings, identity), rollout.availability());
    }

    private SetOutcome outcome(
            RolloutResult result, ClusterObjectSet set, List<ClusterObjectSet> siblings, ActingIdentity identity) {
        return switch (result) {
            // The older revisions are archived once the API server knows that this one has rolled out: otherwise there
            // would be a moment in which nothing is installed.
            case RolloutResult.Complete() when set.hasRolledOut() -> archiveOlder(set, siblings);
            case RolloutResult.Complete() -> rolledOut(set);
            case RolloutResult.Incomplete(String phase, String message) -> new SetOutcome.RollingOut(message);
            case RolloutResult.Collisions collisions -> new SetOutcome.Obstructed(collisions.message());
            case RolloutResult.Contested(String message) -> new SetOutcome.Obstructed(message);
            case RolloutResult.Invalid(String message, boolean watched) -> new SetOutcome.Invalid(message, watched);
            case RolloutResult.Refused(String message) -> new SetOutcome.Refused(message);
            case RolloutResult.Failed(String message) -> new SetOutcome.Retrying(message);
            case RolloutResult.Unauthenticated(String message) -> {
                identities.forget(identity);
                yield new SetOutcome.Retrying(message);
            }
        };
    }

    /** The outcome for a set whose objects are all there. */
    static SetOutcome rolledOut(ClusterObjectSet set) {
        return SetRevision.replacement(set)
                .<SetOutcome>map(by -> new SetOutcome.RollingOut("replaced by " + by + " before it had rolled out"))
                .orElseGet(SetOutcome.RolledOut::new);
    }

    private SetOutcome archiveOlder(ClusterObjectSet set, List<ClusterObjectSet> siblings) {
        try {
            SetRevision.live(siblings).stream()
                    .filter(sibling ->
                            sibling.getSpec().revision() < set.getSpec().revision())
                    .forEach(lifecycle::archive);
            return new SetOutcome.RolledOut();
        } catch (KubernetesClientException e) {
            return new SetOutcome.Retrying("archiving previous revisions: " + ApiException.text(e));
        }
    }

    /**
     * Takes an archived set down, without the objects that another revision controls by now.
     *
     * @param siblings the other revisions of the same extension, in any state
     */
    Pass archive(ClusterObjectSet set, List<ClusterObjectSet> siblings) {
        return Pass.of(
                switch (teardown.takeDown(
                        set, siblings, () -> policies.whenArchived(set, SetRevision.isNeeded(set, siblings)))) {
                    case Progress.Done() -> {
                        preparer.forget(set);
                        yield new SetOutcome.Archived();
                    }
                    case Progress.Waiting(String message) ->
                        new SetOutcome.Archiving(
                                "removing revision resources that are not owned by another revision: " + message);
                    case Progress.Failed(String message) ->
                        new SetOutcome.Retrying("error archiving revision: " + message);
                });
    }

    /** The account that writes a set; empty if the controller writes it, or if no identity may write it. */
    Optional<ServiceAccountRef> account(ClusterObjectSet set) {
        return identities.account(set);
    }

    /** Ends a reconcile of a set: releases the content that was read for it. */
    void release(ClusterObjectSet set) {
        preparer.release(set);
    }

    /** Forgets a deleted set, however it was deleted. */
    void forget(ClusterObjectSet set) {
        preparer.forget(set);
        teardown.forget(set);
        engine.forget(set.getMetadata().getName(), set.getMetadata().getUid());
    }
}
