package io.olm4j.controller.extension;

import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Finalizers;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.Identity;
import io.olm4j.controller.catalog.ClusterCatalogs;
import io.olm4j.controller.cluster.WithoutManagedFields;
import io.olm4j.controller.dependency.DependencyConditions;
import io.olm4j.controller.dependency.DependencyOverride;
import io.olm4j.controller.extension.decision.BundleDecision;
import io.olm4j.controller.extension.decision.DecisionResult;
import io.olm4j.controller.extension.dependency.DependencyGate;
import io.olm4j.controller.extension.report.ExtensionEventRecorder;
import io.olm4j.controller.extension.report.ExtensionMetrics;
import io.olm4j.controller.extension.report.ReconciledExtension;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.ExtensionCaches;
import io.olm4j.controller.extension.revision.ExtensionSets;
import io.olm4j.controller.extension.revision.InstalledSince;
import io.olm4j.controller.extension.revision.RecordedBundle;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.rollout.Rollout;
import io.olm4j.controller.extension.rollout.WantedBundle;
import io.olm4j.controller.extension.status.ExtensionStatus;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.controller.extension.update.ExtensionUpdate;
import io.olm4j.controller.extension.update.UpdateCondition;
import io.olm4j.controller.extension.update.UpgradeApproval;
import io.olm4j.controller.extension.update.UpgradeBlocks;
import io.olm4j.controller.installed.InstalledExtensions;
import io.olm4j.controller.options.IdentityPolicy;
import io.olm4j.process.retry.InternalErrors;
import io.olm4j.upgradeedges.choice.Candidates;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reconciles ClusterExtensions: chooses a bundle, rolls it out as a revision, and reports the result in the status. */
@ControllerConfiguration(
        // The controllers have the names of the original, because metrics contain them.
        name = "controller-operator-cluster-extension-controller",
        finalizerName = Finalizers.CLUSTER_EXTENSION,
        generationAwareEventProcessing = false,
        informer = @Informer(onUpdateFilter = ExtensionUpdateFilter.class, itemStore = WithoutManagedFields.class),
        fieldManager = "olm.operatorframework.io/clusterextension-controller")
public final class ClusterExtensionReconciler implements Reconciler<ClusterExtension>, Cleaner<ClusterExtension> {

    /** The longest pause while catalogs are being read: a read that changes nothing of the package is no event. */
    private static final Duration AWAITED_CATALOGS = Duration.ofSeconds(30);

    private final ClusterCatalogs catalogs;
    private final ExtensionRequeueSource requeues;
    private final IdentityPolicy identities;
    private final ExtensionMembers members;
    private final Rollout rollout;
    private final DependencyGate dependencies;
    private final ExtensionEventRecorder eventRecorder;
    private final InstalledExtensions installed;
    private final ExtensionCaches caches;
    private final UpgradeBlocks upgrades;
    private final ExtensionCleanup cleanup;
    private final BundleDecision bundles;
    private final ExtensionMetrics metrics;
    private final Clock clock;
    private final FailureBackoff retries = new FailureBackoff();
    private final RollOutReports reports = new RollOutReports();

    private @Nullable InformerEventSource<ClusterObjectSet, ClusterExtension> sets;

    ClusterExtensionReconciler(
            ClusterCatalogs catalogs,
            ExtensionRequeueSource requeues,
            IdentityPolicy identities,
            ExtensionMembers members,
            Rollout rollout,
            DependencyGate dependencies,
            ExtensionEventRecorder eventRecorder,
            InstalledExtensions installed,
            ExtensionCaches caches,
            UpgradeBlocks upgrades,
            ExtensionCleanup cleanup,
            ExtensionMetrics metrics,
            Clock clock) {
        this.catalogs = catalogs;
        this.requeues = requeues;
        this.identities = identities;
        this.members = members;
        this.rollout = rollout;
        this.dependencies = dependencies;
        this.eventRecorder = eventRecorder;
        this.installed = installed;
        this.caches = caches;
        this.upgrades = upgrades;
        this.cleanup = cleanup;
        this.bundles = new BundleDecision(upgrades::heldBack, metrics::timed);
        this.metrics = metrics;
        this.clock = clock;
    }

    @Override
    public List<EventSource<?, ClusterExtension>> prepareEventSources(EventSourceContext<ClusterExtension> context) {
        var configuration = InformerEventSourceConfiguration.from(ClusterObjectSet.class, ClusterExtension.class)
                .withName("revisions")
                .withItemStore(new WithoutManagedFields<>())
                .withOnUpdateFilter((now, before) -> {
                    ExtensionSets.noLongerConcerned(before, now).forEach(requeues::requeue);
                    return true;
                })
                .withSecondaryToPrimaryMapper(set -> {
                    // Also if the extension is deleted, because no reconcile reports that.
                    installed.mayHaveChanged();
                    return ExtensionSets.concerned(set).map(ResourceID::new).collect(Collectors.toSet());
                })
                .build();
        var informer = new InformerEventSource<ClusterObjectSet, ClusterExtension>(configuration, context);
        sets = informer;
        caches.readFrom(context.getPrimaryCache(), informer);
        installed.readFrom(caches::installed, caches::unknown);
        return List.of(informer, requeues.sourceFor(context, this::gone));
    }

    @Override
    public UpdateControl<ClusterExtension> reconcile(ClusterExtension extension, Context<ClusterExtension> context) {
        try {
            return whilePresent(extension, context);
        } finally {
            if (cleanup.hasLeft(extension, context)) {
                // The event of the deletion may have come before this reconcile began to watch or keep something.
                gone(extension);
                requeues.requeue(extension.getMetadata().getName()); // Another one may have its name by now.
            }
        }
    }

    private UpdateControl<ClusterExtension> whilePresent(
            ClusterExtension extension, Context<ClusterExtension> context) {
        ExtensionSets related = members.of(
                extension, context.getSecondaryResources(ClusterObjectSet.class), this::isTaken, this::recent);
        Map<String, ClusterObjectSet> existing = related.revisions();
        ClusterExtensionStatus before = extension.statusOrEmpty();
        Optional<RecordedBundle> recorded = RecordedBundle.of(before);
        Optional<DesiredExtension> desired = DesiredExtension.of(extension);
        // While a revision may be missing here, the reconcile could install a bundle that must not follow it.
        DecisionResult pass = related.failure()
                .map(failure -> DecisionResult.without(new Outcome.Retrying(failure)))
                .or(() -> desired.map(wanted -> pass(
                        wanted,
                        DependencyOverride.of(extension),
                        UpgradeApproval.of(extension),
                        existing,
                        recorded,
                        ExtensionStatus.hasSucceeded(extension))))
                .orElseGet(() -> DecisionResult.without(BundleDecision.withoutCatalog()));
        if (Thread.currentThread().isInterrupted()) {
            return UpdateControl.noUpdate(); // The process ends; its successor reports what it finds.
        }
        RevisionStates states = statesAfter(pass.outcome(), existing.values(), recorded);
        Optional<ExtensionUpdate> update = desired.flatMap(
                wanted -> ExtensionUpdate.of(wanted.catalog(), states, pass.candidates(), pass.outcome()));
        Conditions conditions =
                new Conditions(before.conditions(), extension.getMetadata().getGeneration(), clock.instant());
        related.nameClaims(conditions);
        upgrades.report(
                extension,
                conditions,
                RevisionStates.present(existing.values(), recorded).installed(),
                pass.catalogs());
        reportUpdateAndDependencies(conditions, extension, desired, pass, states, update);
        ClusterExtensionStatus after = status(conditions, before, related, desired, pass, states);
        Optional<Duration> early = reports.pause(extension, after, states, pass.outcome());
        if (early.isEmpty()) {
            ExtensionStatusWriter.write(extension, before, after, context);
        }
        var ended = new ReconciledExtension(
                extension,
                pass.outcome(),
                before,
                after,
                update,
                states.installed().flatMap(revision -> InstalledSince.of(revision, existing.values())));
        eventRecorder.record(ended, states);
        metrics.passed(ended);
        installed.mayHaveChanged();
        return next(extension, pass.outcome(), early);
    }

    private void reportUpdateAndDependencies(
            Conditions conditions,
            ClusterExtension extension,
            Optional<DesiredExtension> desired,
            DecisionResult pass,
            RevisionStates states,
            Optional<ExtensionUpdate> update) {
        if (!(pass.outcome() instanceof Outcome.AwaitingCatalogs)) {
            desired.ifPresent(
                    wanted -> UpdateCondition.set(conditions, wanted.catalog(), states, pass.candidates(), update));
        }
        String name = extension.getMetadata().getName();
        if (!(pass.outcome() instanceof Outcome.MissingDependencies)) {
            dependencies.release(name);
        }
        DependencyConditions.set(conditions, dependencies.say(name), DependencyOverride.of(extension));
    }

    private static ClusterExtensionStatus status(
            Conditions conditions,
            ClusterExtensionStatus before,
            ExtensionSets related,
            Optional<DesiredExtension> desired,
            DecisionResult pass,
            RevisionStates states) {
        Optional<String> unknown =
                related.failure().filter(_ -> related.revisions().isEmpty());
        if (unknown.isPresent()) {
            return ExtensionStatus.unknown(conditions, before, unknown.get());
        }
        return pass.isSilentAboutCatalogs()
                ? ExtensionStatus.withoutCatalogs(conditions, states, pass.outcome())
                : ExtensionStatus.of(
                        conditions,
                        states,
                        pass.outcome(),
                        pass.catalogData(),
                        desired.map(wanted -> wanted.catalog().channels()).orElse(List.of()));
    }

    /**
     * When the extension is reconciled again without an event.
     *
     * @param early the pause before a status that was not written yet
     */
    private UpdateControl<ClusterExtension> next(
            ClusterExtension extension, Outcome outcome, Optional<Duration> early) {
        String uid = extension.getMetadata().getUid();
        if (outcome.isRetried()) {
            return UpdateControl.<ClusterExtension>noUpdate().rescheduleAfter(retries.afterFailure(uid));
        }
        retries.forget(uid);
        rollout.settled(extension.getMetadata().getName());
        return early.or(() -> Optional.of(AWAITED_CATALOGS).filter(_ -> outcome instanceof Outcome.AwaitingCatalogs))
                .map(UpdateControl.<ClusterExtension>noUpdate()::rescheduleAfter)
                .orElseGet(UpdateControl::noUpdate);
    }

    private void recent(ClusterObjectSet set, Optional<ClusterObjectSet> before) {
        if (sets != null) {
            sets.handleRecentResourceUpdate(ResourceID.fromResource(set), set, before.orElse(null));
        }
    }

    /**
     * A revision that was found or put in place has been compared with the desired state, so its annotations are right.
     */
    private static RevisionStates statesAfter(
            Outcome outcome, Collection<ClusterObjectSet> sets, Optional<RecordedBundle> recorded) {
        Optional<String> compared = outcome instanceof Outcome.RevisionInPlace || outcome instanceof Outcome.HeldBack
                ? RevisionStates.of(sets, recorded).newest().map(RevisionState::name)
                : Optional.empty();
        return RevisionStates.of(sets, recorded.filter(bundle -> !compared.equals(Optional.of(bundle.revision()))));
    }

    private DecisionResult pass(
            DesiredExtension desired,
            DependencyOverride override,
            UpgradeApproval approval,
            Map<String, ClusterObjectSet> existing,
            Optional<RecordedBundle> recorded,
            boolean hasSucceeded) {
        rollout.begin(desired.name());
        RevisionStates states = RevisionStates.of(existing.values(), recorded);
        Function<WantedBundle, Outcome> place;
        Optional<Outcome> withoutIdentity = Optional.empty();
        switch (identities.identityOf(desired.installNamespace(), desired.serviceAccount())) {
            case IdentityPolicy.Missing(String message) -> {
                Outcome blocked = new Outcome.Blocked(Reasons.BLOCKED, message);
                place = _ -> blocked;
                withoutIdentity = Optional.of(blocked);
            }
            case IdentityPolicy.Granted(Identity identity) -> {
                Rollout.Subject found = subject(desired, identity, override, states.installed(), existing);
                for (RevisionState revision : states.live()) {
                    Optional<String> failure = rollout.heal(found, revision);
                    if (failure.isPresent()) {
                        return DecisionResult.without(new Outcome.Retrying(failure.get()));
                    }
                }
                // A revision that was healed may have rolled out since the cache knew it.
                states = RevisionStates.of(existing.values(), recorded);
                Rollout.Subject healed = subject(desired, identity, override, states.installed(), existing);
                place = bundle -> rollout.rollOut(healed, bundle);
            }
        }
        Candidates candidates;
        try {
            candidates = catalogs.candidates(
                    Optional.ofNullable(desired.catalog().selector()),
                    desired.catalog().packageName());
        } catch (IllegalArgumentException e) {
            return BundleDecision.undecided(desired, states, BundleDecision.invalidSelector(e), place);
        }
        if (hasSucceeded && states.newest().isPresent() && candidates.incomplete()) {
            return DecisionResult.without(new Outcome.AwaitingCatalogs());
        }
        DecisionResult decided =
                bundles.decide(desired, approval, states, candidates, place).with(candidates);
        return withoutIdentity
                .filter(_ -> decided.outcome() instanceof Outcome.Retrying)
                .map(decided::with)
                .orElse(decided);
    }

    private Rollout.Subject subject(
            DesiredExtension desired,
            Identity identity,
            DependencyOverride override,
            Optional<RevisionState> installedRevision,
            Map<String, ClusterObjectSet> existing) {
        return new Rollout.Subject(
                desired, identity, override, installedRevision, existing.values(), this::isTaken, set -> {
                    recent(
                            set,
                            Optional.ofNullable(existing.get(set.getMetadata().getName())));
                    existing.put(set.getMetadata().getName(), set);
                });
    }

    /** Whether any set has this name; it need not be a revision of an extension. */
    private boolean isTaken(String name) {
        return sets != null && sets.get(new ResourceID(name)).isPresent();
    }

    @Override
    public DeleteControl cleanup(ClusterExtension extension, Context<ClusterExtension> context) {
        return cleanup.cleanUp(extension, context);
    }

    /** Reports an unexpected exception of a reconcile in the status. */
    @Override
    public ErrorStatusUpdateControl<ClusterExtension> updateErrorStatus(
            ClusterExtension extension, Context<ClusterExtension> context, Exception e) {
        if (!InternalErrors.isReported(e)) {
            return ErrorStatusUpdateControl.defaultErrorProcessing();
        }
        ClusterExtensionStatus before = extension.statusOrEmpty();
        List<Condition> conditions = new Conditions(
                        before.conditions(), extension.getMetadata().getGeneration(), clock.instant())
                .set(
                        ConditionTypes.PROGRESSING,
                        Status.TRUE,
                        Reasons.RETRYING,
                        InternalErrors.message(e, "operator-controller"))
                .toList();
        return ErrorStatusUpdateControl.patchStatus(ExtensionStatusWriter.patch(
                extension, new ClusterExtensionStatus(conditions, before.install(), before.activeRevisions())));
    }

    /** Forgets an extension that has left the cluster. */
    private void gone(ClusterExtension extension) {
        String name = extension.getMetadata().getName();
        metrics.forget(name);
        rollout.forget(name);
        retries.forget(extension.getMetadata().getUid());
        reports.forget(extension.getMetadata().getUid());
        installed.mayHaveChanged();
        cleanup.gone(extension);
    }
}
