package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.IndexedResourceCache;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Finalizers;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.watch.Prerequisite;
import io.olm4j.applier.work.FairPlaces;
import io.olm4j.applier.work.Tenant;
import io.olm4j.controller.cluster.PrimaryEvents;
import io.olm4j.controller.cluster.WithoutManagedFields;
import io.olm4j.controller.objectset.SetRollout.Pass;
import io.olm4j.controller.objectset.SetTeardown.Progress;
import io.olm4j.process.retry.InternalErrors;
import io.olm4j.versionranges.ShortList;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles ClusterObjectSets: each reconcile rolls a set out or tears it down as far as possible now, and reports the
 * progress in the status.
 */
@ControllerConfiguration(
        name = "clusterobjectset",
        finalizerName = Finalizers.TEARDOWN,
        generationAwareEventProcessing = false,
        informer = @Informer(onUpdateFilter = SetUpdateFilter.class, itemStore = WithoutManagedFields.class),
        fieldManager = "olm.operatorframework.io/clusterobjectset-controller")
public final class ClusterObjectSetReconciler
        implements Reconciler<ClusterObjectSet>, Cleaner<ClusterObjectSet>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterObjectSetReconciler.class);

    /** The index of the sets by the UID of the extension that controls them. */
    private static final String BY_EXTENSION = "extension";

    /** The longest time for which a missed event delays a deletion. */
    private static final Duration REMOVAL_CHECK = Duration.ofSeconds(5);

    /** Once the success is recorded, the next reconcile archives the older revisions. */
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    /**
     * Objects that have become ready mostly change once more within this time. The content is kept for the reconcile
     * that this causes.
     */
    private static final Duration SETTLING = Duration.ofSeconds(5);

    /**
     * The limit of parallel reconciles, because they need memory and processors. A reconcile that takes longer than
     * {@code LONGEST_PASS}, waiting for the API server, no longer counts.
     */
    private static final int PASSES = 16;

    /** The limit of parallel reconciles for one tenant. */
    private static final int PASSES_OF_A_TENANT = 12;

    /** The same with those that take longer than {@code LONGEST_PASS}. */
    private static final int MOST_PASSES_OF_A_TENANT = 16 * PASSES_OF_A_TENANT;

    private static final Duration LONGEST_PASS = Duration.ofSeconds(5);

    private static final int MAX_NAMED = 5;

    /** A newer revision mostly takes over all objects of an older one within this time, and then archives it. */
    private static final Duration HAND_OVER = Duration.ofSeconds(1);

    private final SetRollout rollout;
    private final SetRemoval removal;
    private final Clock clock;
    private final RequeuePolicy pauses = new RequeuePolicy();
    private final SetStatusWriter statuses;
    private final PrimaryEvents<ClusterObjectSet> events = new PrimaryEvents<>("managed-objects", this::gone);
    private final SetRequeueSource wakeUps = new SetRequeueSource(this::objectChanged, this::tenantOf);
    private final Waits waits = new Waits();
    private final FairPlaces passes = new FairPlaces(PASSES, PASSES_OF_A_TENANT, MOST_PASSES_OF_A_TENANT, LONGEST_PASS);
    private final Map<String, ServiceAccountRef> accounts = new ConcurrentHashMap<>();
    private final Set<String> handingOver = ConcurrentHashMap.newKeySet();
    private final Set<String> queued = ConcurrentHashMap.newKeySet();
    private volatile @Nullable IndexedResourceCache<ClusterObjectSet> sets;

    ClusterObjectSetReconciler(SetRollout rollout, SetRemoval removal, Clock clock) {
        this.rollout = rollout;
        this.removal = removal;
        this.clock = clock;
        this.statuses = new SetStatusWriter(clock);
    }

    @Override
    public List<EventSource<?, ClusterObjectSet>> prepareEventSources(EventSourceContext<ClusterObjectSet> context) {
        context.getPrimaryCache()
                .addIndexer(BY_EXTENSION, set -> extensionUid(set).stream().toList());
        sets = context.getPrimaryCache();
        return List.of(events);
    }

    /** Requeues a set because one of its objects changed, unless a reconcile of it is about to begin. */
    void objectChanged(String set) {
        if (!queued.contains(set)) {
            events.propagateEvent(new ResourceID(set));
        }
    }

    /** Requeues every set. */
    void requeueAll() {
        IndexedResourceCache<ClusterObjectSet> known = sets;
        if (known != null) {
            known.list().forEach(set -> objectChanged(set.getMetadata().getName()));
        }
    }

    /** Requeues a set once for all objects that other sets take over from it within a second. */
    void objectTakenOver(String set) {
        if (handingOver.add(set)) {
            CompletableFuture.delayedExecutor(HAND_OVER.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(() -> {
                        handingOver.remove(set);
                        objectChanged(set);
                    });
        }
    }

    /** Whether the set exists. */
    boolean isKnown(String name, String uid) {
        return find(name, uid).isPresent();
    }

    /** The set, if it exists. */
    Optional<ClusterObjectSet> find(String name, String uid) {
        return Optional.ofNullable(sets)
                .flatMap(known -> known.get(new ResourceID(name)))
                .filter(set -> set.getMetadata().getUid().equals(uid));
    }

    /** Requeues the stuck sets that may wait for one of these prerequisites, each set at its own pace. */
    void prerequisitesChanged(Set<Prerequisite> prerequisites) {
        waits.waitingFor(prerequisites).forEach(wakeUps::event);
    }

    /** Requeues all stuck sets, each at its own pace: what they wait for may have changed and changed back. */
    void prerequisitesListed() {
        waits.waiting().forEach(wakeUps::event);
    }

    /** Requeues the sets that are written as this account. */
    void accountChanged(ServiceAccountRef account) {
        accounts.forEach((set, its) -> {
            if (its.equals(account)) {
                wakeUps.event(set);
            }
        });
    }

    @Override
    public UpdateControl<ClusterObjectSet> reconcile(ClusterObjectSet set, Context<ClusterObjectSet> context)
            throws InterruptedException {
        return set.hasBeenTakenDown() ? UpdateControl.noUpdate() : inPlace(set, () -> pass(set, context));
    }

    /** Runs a reconcile of a set when there is a place for it, and releases what it holds at the end. */
    private <T> T inPlace(ClusterObjectSet set, Supplier<T> pass) throws InterruptedException {
        String name = set.getMetadata().getName();
        queued.add(name);
        try {
            return passes.with(tenant(set), () -> {
                queued.remove(name);
                try {
                    return pass.get();
                } finally {
                    rollout.release(set);
                    if (!isKnown(name, set.getMetadata().getUid())) {
                        forget(set);
                        requeueSuccessor(name);
                    }
                }
            });
        } finally {
            queued.remove(name);
        }
    }

    /** The owners of a namespace, whose sets can delay each other but not those of others. */
    private String tenant(ClusterObjectSet set) {
        return rollout.account(set).map(ServiceAccountRef::namespace).orElse(Tenant.NONE);
    }

    private String tenantOf(String set) {
        return Optional.ofNullable(sets)
                .flatMap(known -> known.get(new ResourceID(set)))
                .map(this::tenant)
                .orElse(Tenant.NONE);
    }

    /**
     * Requeues a set that has the name of a deleted one: forgetting the deleted set by name may have removed the state
     * of the new one.
     */
    private void requeueSuccessor(String name) {
        Optional.ofNullable(sets)
                .flatMap(known -> known.get(new ResourceID(name)))
                .ifPresent(_ -> events.propagateEvent(new ResourceID(name)));
    }

    private UpdateControl<ClusterObjectSet> pass(ClusterObjectSet set, Context<ClusterObjectSet> context) {
        String name = set.getMetadata().getName();
        Optional<ServiceAccountRef> account = rollout.account(set);
        account.ifPresentOrElse(its -> accounts.put(name, its), () -> accounts.remove(name));
        Set<Prerequisite> waited = waits.of(name);
        waits.put(name, union(waited, Prerequisites.of(account, List.of())));
        var latest = new AtomicReference<>(set);
        List<ClusterObjectSet> siblings = siblings(set);
        Pass pass = set.isArchived()
                ? rollout.archive(set, siblings)
                : rollout.rollOut(set, siblings, observed -> latest.set(statuses.record(set, observed, context)));
        if (Thread.currentThread().isInterrupted() || (rollout.isStopping() && set.hasRolledOut())) {
            // The process ends. Its objects stay as they are; the successor of this controller reports what it finds.
            return UpdateControl.noUpdate();
        }
        if (pass.outcome() instanceof SetOutcome.Archived) {
            wakeSiblings(set);
        }
        if (isStuck(pass.outcome())) {
            Set<Prerequisite> waiting = Prerequisites.of(account, pass.phases());
            waits.put(name, waiting);
            if (!waiting.equals(waited)) {
                // The missing prerequisite may have come just before, and an authorizer may not know it yet.
                wakeUps.event(name);
            }
        } else {
            waits.forget(name);
            wakeUps.settle(name);
        }
        Instant now = clock.instant();
        List<ClusterObjectSet> others = SetRevision.live(siblings);
        boolean isReplaced = others.stream()
                .anyMatch(other -> other.getSpec().revision() > set.getSpec().revision());
        Optional<Duration> early =
                statuses.write(set, Objects.requireNonNull(latest.get()), pass, isReplaced, now, context);
        if (early.isPresent()) {
            return UpdateControl.<ClusterObjectSet>noUpdate().rescheduleAfter(early.get());
        }
        if (pass.outcome() instanceof SetOutcome.RolledOut && !set.hasRolledOut()) {
            return UpdateControl.<ClusterObjectSet>noUpdate().rescheduleAfter(others.isEmpty() ? SETTLING : AT_ONCE);
        }
        Optional<Duration> pause =
                pauses.after(set.getMetadata().getUid(), pass.outcome(), ProgressDeadline.of(set), now);
        return pause.map(UpdateControl.<ClusterObjectSet>noUpdate()::rescheduleAfter)
                .orElseGet(UpdateControl::noUpdate);
    }

    private static <T> Set<T> union(Set<T> one, Set<T> other) {
        Set<T> both = new HashSet<>(one);
        both.addAll(other);
        return both;
    }

    /** Requeues the siblings: they get back the objects that this set took or kept from them. */
    private void wakeSiblings(ClusterObjectSet set) {
        siblings(set).forEach(sibling -> objectChanged(sibling.getMetadata().getName()));
    }

    /**
     * Reports an unexpected exception of a reconcile in the status of the set.
     */
    @Override
    public ErrorStatusUpdateControl<ClusterObjectSet> updateErrorStatus(
            ClusterObjectSet set, Context<ClusterObjectSet> context, Exception e) {
        if (!InternalErrors.isReported(e)) {
            return ErrorStatusUpdateControl.defaultErrorProcessing();
        }
        var outcome = new SetOutcome.Retrying(InternalErrors.message(e, "operator-controller"));
        Pass pass = Pass.of(outcome);
        // The reconcile may have recorded the content before it failed.
        ClusterObjectSet latest =
                find(set.getMetadata().getName(), set.getMetadata().getUid()).orElse(set);
        return ErrorStatusUpdateControl.patchStatus(SetStatusWriter.patch(
                set, SetStatus.of(set, outcome, pass.availability(), SetRevision.recorded(latest), clock.instant())));
    }

    /** Whether the event of a prerequisite can end the outcome. */
    private static boolean isStuck(SetOutcome outcome) {
        return switch (outcome) {
            case SetOutcome.Retrying _, SetOutcome.Refused _, SetOutcome.Invalid _ -> true;
            // These wait for Secrets, for objects that are not ours, or for probes: a timer or a watch ends the wait.
            case SetOutcome.Blocked _,
                    SetOutcome.Obstructed _,
                    SetOutcome.RolledOut _,
                    SetOutcome.RollingOut _,
                    SetOutcome.Archiving _,
                    SetOutcome.Archived _ -> false;
        };
    }

    /** The other sets of the same extension. */
    private List<ClusterObjectSet> siblings(ClusterObjectSet set) {
        return Optional.ofNullable(sets).stream()
                .flatMap(known -> extensionUid(set).stream().flatMap(uid -> known.byIndex(BY_EXTENSION, uid).stream()))
                .filter(other ->
                        !other.getMetadata().getUid().equals(set.getMetadata().getUid()))
                .toList();
    }

    private static Optional<String> extensionUid(ClusterObjectSet set) {
        return RevisionOwner.of(set).map(OwnerReference::getUid);
    }

    /**
     * Handles a set that has left the cluster. If its finalizer was removed by force, nothing of it was forgotten
     * before.
     */
    private void gone(ClusterObjectSet set) {
        removal.gone(set);
        forget(set);
        wakeSiblings(set);
    }

    private void forget(ClusterObjectSet set) {
        String name = set.getMetadata().getName();
        String uid = set.getMetadata().getUid();
        waits.forget(name);
        wakeUps.forget(name);
        accounts.remove(name);
        pauses.forget(uid);
        statuses.forget(uid);
        rollout.forget(set);
    }

    @Override
    public DeleteControl cleanup(ClusterObjectSet set, Context<ClusterObjectSet> context) throws InterruptedException {
        return inPlace(set, () -> remove(set, context));
    }

    private DeleteControl remove(ClusterObjectSet set, Context<ClusterObjectSet> context) {
        String name = set.getMetadata().getName();
        String uid = set.getMetadata().getUid();
        waits.forget(name);
        accounts.remove(name);
        return switch (removal.remove(set, siblings(set))) {
            case Progress.Done() -> {
                LOG.atInfo().addKeyValue("revision", name).log("The revision is taken down");
                List<String> others = Finalizers.ofOthers(set);
                if (!others.isEmpty()) {
                    String held = "olm4j is done with it; finalizers of others hold it: ";
                    statuses.writeLast(set, held + ShortList.of(MAX_NAMED, others), context);
                }
                wakeSiblings(set);
                yield DeleteControl.defaultDelete();
            }
            case Progress.Waiting(String message) -> {
                Optional<Duration> early = statuses.writeWait(set, message, context);
                yield DeleteControl.noFinalizerRemoval().rescheduleAfter(early.orElse(REMOVAL_CHECK));
            }
            case Progress.Failed(String message) -> {
                statuses.writeDeletion(set, message, context);
                yield DeleteControl.noFinalizerRemoval().rescheduleAfter(pauses.backOff(uid));
            }
        };
    }

    @Override
    public void close() {
        wakeUps.close();
    }
}
