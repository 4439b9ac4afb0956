package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.PrimaryUpdateAndCacheUtils;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.api.ConditionLog;
import io.olm4j.api.RevisionOwner;
import io.olm4j.controller.objectset.SetRollout.Pass;
import io.olm4j.process.time.SteadyTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the status of sets with server-side apply, if it changed and the pace allows it. The next reconcile of the set
 * sees what was written.
 */
final class SetStatusWriter {

    private static final Logger LOG = LoggerFactory.getLogger(SetStatusWriter.class);

    private final StatusWriteLimiter pace = new StatusWriteLimiter();
    private final WaitReports removals = new WaitReports(Duration.ofSeconds(2), Duration.ofSeconds(5));
    private final SteadyTime time = new SteadyTime();
    private final Clock clock;

    SetStatusWriter(Clock clock) {
        this.clock = clock;
    }

    /**
     * Writes the result of a reconcile.
     *
     * @param set the set that the reconcile read; the status is for its generation
     * @param latest the set as it was last read or written
     * @param isReplaced whether a newer revision is taking over the objects of the set
     * @return how long the write must wait; empty if the status is up to date
     */
    Optional<Duration> write(
            ClusterObjectSet set,
            ClusterObjectSet latest,
            Pass pass,
            boolean isReplaced,
            Instant now,
            Context<ClusterObjectSet> context) {
        if (pass.outcome() instanceof SetOutcome.RolledOut && !set.hasRolledOut()) {
            writeSuccess(set, latest, pass, now, context);
            return Optional.empty();
        }
        String uid = set.getMetadata().getUid();
        Optional<Duration> early = Optional.empty();
        if (pass.outcome() instanceof SetOutcome.Archiving(String waitsFor)) {
            early = removals.pause(uid, waitsFor, time.instant());
        } else {
            removals.forget(uid);
        }
        return early.or(() -> write(
                latest,
                SetStatus.of(set, pass.outcome(), pass.availability(), pass.observed(), now),
                isReplaced,
                context));
    }

    /** Writes why the deletion of a set does not go on, unless the write must wait. */
    void writeDeletion(ClusterObjectSet set, String problem, Context<ClusterObjectSet> context) {
        write(set, SetStatus.deleting(set, problem, clock.instant()), false, context);
    }

    /**
     * Writes what the deletion of a set waits for.
     *
     * @return how long the write must wait; empty if the status is up to date
     */
    Optional<Duration> writeWait(ClusterObjectSet set, String waitsFor, Context<ClusterObjectSet> context) {
        return removals.pause(set.getMetadata().getUid(), waitsFor, time.instant())
                .or(() -> write(set, SetStatus.deleting(set, waitsFor, clock.instant()), false, context));
    }

    /**
     * Writes why a set without objects still exists. It does not delay the write, because no later reconcile follows.
     */
    void writeLast(ClusterObjectSet set, String waitsFor, Context<ClusterObjectSet> context) {
        ClusterObjectSetStatus last = SetStatus.deleting(set, waitsFor, clock.instant());
        try {
            PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(set, patch(set, last), context);
            wrote(set, last);
        } catch (KubernetesClientException | OperatorException e) {
            LOG.atDebug()
                    .addKeyValue("revision", set.getMetadata().getName())
                    .setCause(e)
                    .log("The last status could not be written; the deletion does not wait for it");
        }
    }

    private Optional<Duration> write(
            ClusterObjectSet set, ClusterObjectSetStatus after, boolean isReplaced, Context<ClusterObjectSet> context) {
        ClusterObjectSetStatus before = set.statusOrEmpty();
        String uid = set.getMetadata().getUid();
        if (after.equals(before)) {
            pace.settled(uid);
            return Optional.empty();
        }
        Optional<Duration> early = pace.pause(uid, before, after, isReplaced, time.instant());
        if (early.isEmpty()) {
            // After UpdateControl.patchStatus the next reconcile could still see the old status.
            PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(set, patch(set, after), context);
            wrote(set, after);
        }
        return early;
    }

    /**
     * Records the content of a set before anything is applied: otherwise other content could replace it. Content that
     * is named by its digests is recorded with the first status.
     *
     * @return the set as it is then
     */
    ClusterObjectSet record(ClusterObjectSet set, List<ObservedPhase> observed, Context<ClusterObjectSet> context) {
        ClusterObjectSet recorded = PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(
                set, patch(set, new ClusterObjectSetStatus(SetStatus.valid(set), observed)), context);
        pace.wrote(set.getMetadata().getUid(), time.instant());
        return recorded;
    }

    /**
     * Records that a set has rolled out, unless another revision replaces it. The write names the resource version that
     * was read, so that it fails if the set was marked as replaced in between; then the set is read again.
     */
    private void writeSuccess(
            ClusterObjectSet set, ClusterObjectSet latest, Pass pass, Instant now, Context<ClusterObjectSet> context) {
        ClusterObjectSet written = PrimaryUpdateAndCacheUtils.updateAndCacheResource(
                latest,
                context,
                // The utility sets the resource version of the set that it passes here.
                current -> patch(
                        set,
                        SetStatus.of(set, SetRollout.rolledOut(current), pass.availability(), pass.observed(), now)),
                patch -> context.getClient()
                        .resource(patch)
                        .subresource("status")
                        .patch(new PatchContext.Builder()
                                .withForce(true)
                                .withFieldManager(
                                        context.getControllerConfiguration().fieldManager())
                                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                                .build()));
        wrote(set, written.statusOrEmpty());
    }

    private void wrote(ClusterObjectSet set, ClusterObjectSetStatus after) {
        ConditionLog.changes(LOG, logFields(set), set.statusOrEmpty().conditions(), after.conditions());
        pace.wrote(set.getMetadata().getUid(), time.instant());
    }

    void forget(String uid) {
        pace.forget(uid);
        removals.forget(uid);
    }

    private static Map<String, String> logFields(ClusterObjectSet set) {
        return Map.of(
                "revision",
                set.getMetadata().getName(),
                "extension",
                RevisionOwner.of(set).map(OwnerReference::getName).orElse(""));
    }

    /** Only the fields that the controller owns, for server-side apply. */
    static ClusterObjectSet patch(ClusterObjectSet set, ClusterObjectSetStatus status) {
        var patch = new ClusterObjectSet();
        patch.setMetadata(new ObjectMetaBuilder()
                .withName(set.getMetadata().getName())
                .withUid(set.getMetadata().getUid())
                .build());
        patch.setStatus(status);
        return patch;
    }
}
