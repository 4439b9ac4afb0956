package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.PrimaryUpdateAndCacheUtils;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Finalizers;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.controller.objectset.SetRollout.Pass;
import io.olm4j.controller.objectset.SetRollout.Removal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reconciles ClusterObjectSets: one pass rolls out, or takes down, as far as it goes now, and tells in the status how far that is. */
@ControllerConfiguration(
        name = "clusterobjectset",
        finalizerName = Finalizers.TEARDOWN,
        generationAwareEventProcessing = false,
        informer = @Informer(onUpdateFilter = WorthReconciling.class),
        fieldManager = "olm.operatorframework.io/clusterobjectset-controller")
public final class ClusterObjectSetReconciler implements Reconciler<ClusterObjectSet>, Cleaner<ClusterObjectSet> {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterObjectSetReconciler.class);

    /** Should an event be missed, a deletion does not hang for longer. */
    private static final Duration REMOVAL_CHECK = Duration.ofSeconds(5);

    /** Once the success is on record, the next pass archives what came before. */
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    private final SetRollout rollout;
    private final Clock clock;
    private final Pauses pauses = new Pauses();
    private final StatusPace pace = new StatusPace();
    private final SimpleInboundEventSource<ClusterObjectSet> events = new SimpleInboundEventSource<>("managed-objects");
    private final Set<String> stuck = ConcurrentHashMap.newKeySet();
    private final Map<String, ServiceAccountRef> accounts = new ConcurrentHashMap<>();

    ClusterObjectSetReconciler(SetRollout rollout, Clock clock) {
        this.rollout = rollout;
        this.clock = clock;
    }

    @Override
    public List<EventSource<?, ClusterObjectSet>> prepareEventSources(EventSourceContext<ClusterObjectSet> context) {
        return List.of(events);
    }

    /** Takes a set up again because one of its objects changed. */
    void objectChanged(String set) {
        events.propagateEvent(new ResourceID(set));
    }

    /** Takes the sets up again that cannot go on, because something they may be waiting for changed. */
    void prerequisiteChanged() {
        stuck.forEach(this::objectChanged);
    }

    /** Takes the sets up again that are written as this account. */
    void accountChanged(ServiceAccountRef account) {
        accounts.forEach((set, its) -> {
            if (its.equals(account)) {
                objectChanged(set);
            }
        });
    }

    @Override
    public UpdateControl<ClusterObjectSet> reconcile(ClusterObjectSet set, Context<ClusterObjectSet> context) {
        if (isTakenDown(set)) {
            return UpdateControl.noUpdate();
        }
        String name = set.getMetadata().getName();
        rollout.account(set).ifPresentOrElse(account -> accounts.put(name, account), () -> accounts.remove(name));
        Pass pass = set.getSpec().lifecycleState() == LifecycleState.ARCHIVED
                ? rollout.archive(set)
                : rollout.rollOut(set, siblings(set, context), observed -> record(set, observed, context));
        if (pass.outcome() instanceof SetOutcome.Archived) {
            wakeSiblings(set, context);
        }
        if (isStuck(pass.outcome())) {
            stuck.add(name);
        } else {
            stuck.remove(name);
        }
        Instant now = clock.instant();
        ClusterObjectSetStatus before = set.getStatus() == null ? ClusterObjectSetStatus.EMPTY : set.getStatus();
        ClusterObjectSetStatus after = SetStatus.of(set, pass.outcome(), pass.observed(), now);
        String uid = set.getMetadata().getUid();
        if (!after.equals(before)) {
            Optional<Duration> early = pace.pause(uid, before, after, now);
            if (early.isPresent()) {
                return UpdateControl.<ClusterObjectSet>noUpdate().rescheduleAfter(early.get());
            }
            // UpdateControl.patchStatus would let the next pass see the status from before.
            PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(set, patch(set, after), context);
            pace.wrote(uid, now);
        }
        if (pass.outcome() instanceof SetOutcome.RolledOut && !SetRollout.hasSucceeded(set)) {
            return UpdateControl.<ClusterObjectSet>noUpdate().rescheduleAfter(AT_ONCE);
        }
        Optional<Duration> pause = pauses.after(uid, pass.outcome(), Deadline.of(set), now);
        return pause.map(UpdateControl.<ClusterObjectSet>noUpdate()::rescheduleAfter)
                .orElseGet(UpdateControl::noUpdate);
    }

    /** Nothing is applied before it is on record which content that is: otherwise another one could take its place. */
    private static void record(ClusterObjectSet set, List<ObservedPhase> observed, Context<ClusterObjectSet> context) {
        List<Condition> conditions =
                set.getStatus() == null ? List.of() : set.getStatus().conditions();
        PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(
                set, patch(set, new ClusterObjectSetStatus(conditions, observed)), context);
    }

    /** What this set had taken from another one, or kept it from having, is that one's again. */
    private void wakeSiblings(ClusterObjectSet set, Context<ClusterObjectSet> context) {
        siblings(set, context)
                .forEach(sibling -> objectChanged(sibling.getMetadata().getName()));
    }

    /**
     * A pass that ended in an exception, which no pass should, does not leave the set without a word. Errors of the client are
     * left to the next attempt: they are most often about this very status.
     */
    @Override
    public ErrorStatusUpdateControl<ClusterObjectSet> updateErrorStatus(
            ClusterObjectSet set, Context<ClusterObjectSet> context, Exception e) {
        if (e instanceof KubernetesClientException || e instanceof OperatorException) {
            return ErrorStatusUpdateControl.defaultErrorProcessing();
        }
        var outcome = new SetOutcome.Retrying("internal error, of which the log of the controller has more: " + e);
        return ErrorStatusUpdateControl.patchStatus(patch(set, SetStatus.of(set, outcome, List.of(), clock.instant())));
    }

    /** An archived set of which nothing is left; it never comes back. */
    private static boolean isTakenDown(ClusterObjectSet set) {
        return set.getSpec().lifecycleState() == LifecycleState.ARCHIVED
                && set.getStatus() != null
                && Conditions.find(set.getStatus().conditions(), ConditionTypes.PROGRESSING)
                        .filter(condition -> condition.reason().equals(Reasons.ARCHIVED))
                        .isPresent();
    }

    private static boolean isStuck(SetOutcome outcome) {
        return switch (outcome) {
            case SetOutcome.Retrying _, SetOutcome.Blocked _, SetOutcome.Refused _, SetOutcome.Obstructed _ -> true;
            case SetOutcome.RolledOut _, SetOutcome.RollingOut _, SetOutcome.Archiving _, SetOutcome.Archived _ ->
                false;
        };
    }

    private static List<ClusterObjectSet> siblings(ClusterObjectSet set, Context<ClusterObjectSet> context) {
        String owner = SetRollout.ownerName(set);
        if (owner.isEmpty()) {
            return List.of();
        }
        return context.getPrimaryCache()
                .list(other -> SetRollout.ownerName(other).equals(owner)
                        && !other.getMetadata()
                                .getUid()
                                .equals(set.getMetadata().getUid()))
                .toList();
    }

    @Override
    public DeleteControl cleanup(ClusterObjectSet set, Context<ClusterObjectSet> context) {
        String name = set.getMetadata().getName();
        String uid = set.getMetadata().getUid();
        stuck.remove(name);
        accounts.remove(name);
        Removal removal =
                isTakenDown(set) ? new Removal.Done(Optional.empty()) : rollout.remove(set, siblings(set, context));
        return switch (removal) {
            case Removal.Done(Optional<String> left) -> {
                left.ifPresent(why -> LOG.info("revision {} goes before its objects: {}", name, why));
                pauses.forget(uid);
                pace.forget(uid);
                wakeSiblings(set, context);
                yield DeleteControl.defaultDelete();
            }
            case Removal.Waiting(String message) -> {
                LOG.debug("revision {}: {}", name, message);
                yield DeleteControl.noFinalizerRemoval().rescheduleAfter(REMOVAL_CHECK);
            }
            case Removal.Failed(String message) -> {
                LOG.warn("revision {} cannot be taken down yet: {}", name, message);
                yield DeleteControl.noFinalizerRemoval().rescheduleAfter(pauses.backOff(uid));
            }
        };
    }

    /** Only what the controller owns, for server-side apply. */
    private static ClusterObjectSet patch(ClusterObjectSet set, ClusterObjectSetStatus status) {
        var patch = new ClusterObjectSet();
        patch.setMetadata(new ObjectMetaBuilder()
                .withName(set.getMetadata().getName())
                .withUid(set.getMetadata().getUid())
                .build());
        patch.setStatus(status);
        return patch;
    }
}
