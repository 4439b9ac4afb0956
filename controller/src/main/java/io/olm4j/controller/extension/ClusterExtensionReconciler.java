package io.olm4j.controller.extension;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.PrimaryUpdateAndCacheUtils;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Finalizers;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.revision.Revisions;
import io.olm4j.controller.IdentityPolicy;
import io.olm4j.controller.catalog.Candidates;
import io.olm4j.controller.catalog.ClusterCatalogs;
import io.olm4j.upgradeedges.Deprecation;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.ResolutionRequest;
import java.io.IOException;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reconciles ClusterExtensions: chooses a bundle, has a revision hold it, and tells in the status how that went. */
@ControllerConfiguration(
        name = "clusterextension",
        finalizerName = Finalizers.CLUSTER_EXTENSION,
        fieldManager = "olm.operatorframework.io/clusterextension-controller")
public final class ClusterExtensionReconciler implements Reconciler<ClusterExtension>, Cleaner<ClusterExtension> {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterExtensionReconciler.class);

    private final ClusterCatalogs catalogs;
    private final ExtensionEvents packageEvents;
    private final IdentityPolicy identities;
    private final Rollout rollout;
    private final BundleContents contents;
    private final Revisions revisions;
    private final Clock clock;
    private final Retries retries = new Retries();
    private @Nullable InformerEventSource<ClusterObjectSet, ClusterExtension> sets;

    ClusterExtensionReconciler(
            ClusterCatalogs catalogs,
            ExtensionEvents packageEvents,
            IdentityPolicy identities,
            Rollout rollout,
            BundleContents contents,
            Revisions revisions,
            Clock clock) {
        this.catalogs = catalogs;
        this.packageEvents = packageEvents;
        this.identities = identities;
        this.rollout = rollout;
        this.contents = contents;
        this.revisions = revisions;
        this.clock = clock;
    }

    /** How one pass ended, and what the catalog said of deprecations. */
    private record Pass(Outcome outcome, Optional<List<Deprecation>> catalogData) {

        static Pass without(Outcome outcome) {
            return new Pass(outcome, Optional.empty());
        }
    }

    @Override
    public List<EventSource<?, ClusterExtension>> prepareEventSources(EventSourceContext<ClusterExtension> context) {
        var configuration = InformerEventSourceConfiguration.from(ClusterObjectSet.class, ClusterExtension.class)
                .withName("revisions")
                .withSecondaryToPrimaryMapper(
                        set -> owner(set).stream().map(ResourceID::new).collect(Collectors.toSet()))
                .build();
        var informer = new InformerEventSource<ClusterObjectSet, ClusterExtension>(configuration, context);
        sets = informer;
        return List.of(informer, packageEvents.sourceFor(context));
    }

    @Override
    public UpdateControl<ClusterExtension> reconcile(ClusterExtension extension, Context<ClusterExtension> context) {
        Map<String, ClusterObjectSet> existing = new HashMap<>();
        context.getSecondaryResources(ClusterObjectSet.class)
                .forEach(set -> existing.put(set.getMetadata().getName(), set));
        Optional<DesiredExtension> desired = DesiredExtension.of(extension);
        Pass pass = desired.map(wanted -> pass(wanted, existing, hasSucceeded(extension)))
                .orElseGet(() -> Pass.without(new Outcome.Blocked(
                        Reasons.BLOCKED, "spec.source.catalog is not set: name the package to install there")));
        ClusterExtensionStatus before =
                extension.getStatus() == null ? ClusterExtensionStatus.EMPTY : extension.getStatus();
        ClusterExtensionStatus after = ExtensionStatus.of(
                new Conditions(before.conditions(), extension.getMetadata().getGeneration(), clock.instant()),
                RevisionStates.of(existing.values()),
                pass.outcome(),
                pass.catalogData(),
                desired.map(wanted -> wanted.catalog().channels()).orElse(List.of()));
        if (!after.equals(before)) {
            // UpdateControl.patchStatus would let the next pass see the status from before.
            PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(extension, patch(extension, after), context);
        }
        String uid = extension.getMetadata().getUid();
        if (pass.outcome() instanceof Outcome.Retrying) {
            return UpdateControl.<ClusterExtension>noUpdate().rescheduleAfter(retries.afterFailure(uid));
        }
        retries.forget(uid);
        return UpdateControl.noUpdate();
    }

    /** Whether what the spec says now was rolled out and said to be. */
    private static boolean hasSucceeded(ClusterExtension extension) {
        return extension.getStatus() != null
                && Conditions.find(extension.getStatus().conditions(), ConditionTypes.PROGRESSING)
                        .filter(progressing -> progressing.isTrue()
                                && progressing.reason().equals(Reasons.SUCCEEDED)
                                && progressing.observedGeneration()
                                        == extension.getMetadata().getGeneration())
                        .isPresent();
    }

    private Pass pass(DesiredExtension desired, Map<String, ClusterObjectSet> existing, boolean hasSucceeded) {
        Candidates candidates;
        try {
            candidates = catalogs.candidates(
                    Optional.ofNullable(desired.catalog().selector()),
                    desired.catalog().packageName());
        } catch (IllegalArgumentException e) {
            return Pass.without(new Outcome.Retrying("desired catalog selector is invalid: " + e.getMessage()));
        }
        if (hasSucceeded && candidates.incomplete()) {
            return Pass.without(new Outcome.AwaitingCatalogs());
        }
        RevisionStates states = RevisionStates.of(existing.values());
        ResolutionRequest request =
                ResolutionRequests.of(desired.catalog(), states.installed().map(RevisionState::bundle));
        return switch (BundleChoice.of(request, candidates, !states.rollingOut().isEmpty())) {
            case BundleChoice.None none -> Pass.without(new Outcome.Retrying(none.message()));
            case BundleChoice.KeepWhatIsThere() -> Pass.without(new Outcome.RevisionInPlace());
            case BundleChoice.Chosen(var resolved) -> {
                Outcome outcome = switch (identities.identityOf(desired.installNamespace(), desired.serviceAccount())) {
                    case IdentityPolicy.Missing(String message) -> new Outcome.Blocked(Reasons.BLOCKED, message);
                    case IdentityPolicy.Account(ServiceAccountRef account) ->
                        rollOut(desired, resolved, Optional.of(account), existing);
                    case IdentityPolicy.Controller() -> rollOut(desired, resolved, Optional.empty(), existing);
                };
                yield new Pass(outcome, Optional.of(resolved.deprecations()));
            }
        };
    }

    private Outcome rollOut(
            DesiredExtension desired,
            Resolved resolved,
            Optional<ServiceAccountRef> account,
            Map<String, ClusterObjectSet> existing) {
        return rollout.rollOut(desired, resolved, account, existing.values(), set -> {
            if (sets != null) {
                sets.handleRecentResourceUpdate(
                        ResourceID.fromResource(set),
                        set,
                        existing.get(set.getMetadata().getName()));
            }
            existing.put(set.getMetadata().getName(), set);
        });
    }

    @Override
    public DeleteControl cleanup(ClusterExtension extension, Context<ClusterExtension> context) throws IOException {
        String name = extension.getMetadata().getName();
        List<ClusterObjectSet> left = left(extension);
        if (!left.isEmpty()) {
            // An older one keeps the operator until the definitions of the newer ones are gone, if it knows that they
            // are to go.
            revisions.delete(left.reversed());
            return DeleteControl.noFinalizerRemoval();
        }
        if (isOrphaning(extension)) {
            revisions.orphan(extension);
        } else {
            revisions.deleteLeftSecrets(name);
        }
        contents.forget(name);
        rollout.forget(name, extension.getMetadata().getUid());
        retries.forget(extension.getMetadata().getUid());
        LOG.info("extension {} is gone", name);
        return DeleteControl.defaultDelete();
    }

    /** The revisions that have to go first; none of those that were cut loose, as a deletion can ask for. */
    private List<ClusterObjectSet> left(ClusterExtension extension) {
        if (isOrphaning(extension)) {
            return List.of();
        }
        String uid = extension.getMetadata().getUid();
        return revisions.list(extension.getMetadata().getName()).stream()
                .filter(set -> set.getMetadata().getOwnerReferences().stream()
                        .anyMatch(reference -> reference.getUid().equals(uid)))
                .toList();
    }

    private static boolean isOrphaning(ClusterExtension extension) {
        return extension.getMetadata().getFinalizers().contains(Finalizers.ORPHAN);
    }

    private static ClusterExtension patch(ClusterExtension extension, ClusterExtensionStatus status) {
        var patch = new ClusterExtension();
        patch.setMetadata(new ObjectMetaBuilder()
                .withName(extension.getMetadata().getName())
                .withUid(extension.getMetadata().getUid())
                .build());
        patch.setStatus(status);
        return patch;
    }

    private static Optional<String> owner(ClusterObjectSet set) {
        return Optional.ofNullable(set.getMetadata().getLabels()).map(labels -> labels.get(Labels.OWNER_NAME));
    }
}
