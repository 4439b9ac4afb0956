package io.olm4j.controller.extension;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Conditions;
import io.olm4j.api.Finalizers;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.revision.Revisions;
import io.olm4j.controller.deletion.DeletionGuard;
import io.olm4j.controller.dependency.DependencyFindings.Finding;
import io.olm4j.controller.extension.dependency.DependencyGate;
import io.olm4j.controller.extension.report.ExtensionEventRecorder;
import io.olm4j.controller.extension.report.ExtensionMetrics;
import io.olm4j.controller.extension.revision.RecordedBundle;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.rollout.BundleContents;
import io.olm4j.controller.extension.status.DeletionStatus;
import io.olm4j.controller.extension.update.UpgradeBlocks;
import io.olm4j.controller.installed.InstalledExtensions;
import io.olm4j.oci.DiskErrors;
import java.io.IOException;
import java.net.HttpURLConnection;
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

/** Deletes the revisions and the images of an extension that is being deleted, and reports what that waits for. */
final class ExtensionCleanup {

    private static final Logger LOG = LoggerFactory.getLogger(ExtensionCleanup.class);

    /** The interval at which the custom resources that hold back a deletion are counted. */
    private static final Duration IN_USE_CHECK = Duration.ofSeconds(10);

    /** The longest pause of a deletion that events continue, in case one is missed. */
    private static final Duration MISSED_EVENT = Duration.ofMinutes(1);

    /** The pause after the first failure. Most failures that are not refusals end within it, and are not reported. */
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    private final Revisions revisions;
    private final DeletionGuard guard;
    private final DependencyGate dependencies;
    private final UpgradeBlocks upgrades;
    private final ExtensionEventRecorder eventRecorder;
    private final ExtensionMetrics metrics;
    private final BundleContents contents;
    private final InstalledExtensions installed;
    private final Clock clock;

    private final FailureBackoff retries = new FailureBackoff();

    /** The UIDs of the extensions that are cleaned up and have not left the cluster yet. */
    private final Set<String> cleanedUp = ConcurrentHashMap.newKeySet();

    /** Whether the controller stops: its caches are empty then. */
    private volatile boolean stopping;

    ExtensionCleanup(
            Revisions revisions,
            DeletionGuard guard,
            DependencyGate dependencies,
            UpgradeBlocks upgrades,
            ExtensionEventRecorder eventRecorder,
            ExtensionMetrics metrics,
            BundleContents contents,
            InstalledExtensions installed,
            Clock clock) {
        this.revisions = revisions;
        this.guard = guard;
        this.dependencies = dependencies;
        this.upgrades = upgrades;
        this.eventRecorder = eventRecorder;
        this.metrics = metrics;
        this.contents = contents;
        this.installed = installed;
        this.clock = clock;
    }

    /** Continues a deletion. If a request fails, the deletion is retried, and the status says why it does not go on. */
    DeleteControl cleanUp(ClusterExtension extension, Context<ClusterExtension> context) {
        String uid = extension.getMetadata().getUid();
        boolean mayDelete = false;
        boolean deleted = false;
        try {
            List<ClusterObjectSet> left = isOrphaning(extension)
                    ? List.of()
                    : revisions.left(extension, context.getSecondaryResources(ClusterObjectSet.class));
            Optional<String> refusal = isOrphaning(extension) ? Optional.empty() : guard.refusal(extension, left);
            mayDelete = refusal.isEmpty();
            deleted = mayDelete && left.isEmpty() && !isOrphaning(extension);
            DeleteControl control = proceed(extension, left, refusal, context);
            retries.forget(uid);
            return control;
        } catch (KubernetesClientException e) {
            return failed(extension, ApiException.text(e), e, mayDelete, deleted, context);
        } catch (IOException e) {
            String why = "the unpacked images cannot be deleted (" + DiskErrors.describe(e)
                    + "); check the disk and its permissions";
            return failed(extension, why, e, mayDelete, deleted, context);
        }
    }

    /**
     * @param mayDelete false if it is not known whether the deletion is held back: what the status says of it stays
     * @param deleted whether the revisions are deleted already
     */
    private DeleteControl failed(
            ClusterExtension extension,
            String why,
            Exception e,
            boolean mayDelete,
            boolean deleted,
            Context<ClusterExtension> context) {
        String uid = extension.getMetadata().getUid();
        Duration pause = retries.afterFailure(uid);
        LOG.atWarn()
                .addKeyValue("extension", extension.getMetadata().getName())
                .log("The deletion does not go on and is retried in {} s: {}", pause.toSeconds(), why);
        boolean mayPass = e instanceof KubernetesClientException answer && !ApiException.isRefusal(answer);
        boolean isReported = mayDelete || !DeletionStatus.isHeldBack(extension);
        if (isReported && (!mayPass || pause.compareTo(FIRST_PAUSE) > 0)) {
            try {
                tell(extension, DeletionStatus.failed(extension, why, deleted, clock.instant()), context);
            } catch (KubernetesClientException | OperatorException unwritten) {
                LOG.atDebug()
                        .addKeyValue("extension", extension.getMetadata().getName())
                        .setCause(unwritten)
                        .log("The status could not be written");
            }
        }
        return DeleteControl.noFinalizerRemoval().rescheduleAfter(pause);
    }

    /** Writes a status, and reports it as Events and metrics. */
    private void tell(ClusterExtension extension, ClusterExtensionStatus after, Context<ClusterExtension> context) {
        ClusterExtensionStatus before = extension.statusOrEmpty();
        ExtensionStatusWriter.write(extension, before, after, context);
        eventRecorder.recordDeletion(extension, before, after);
        metrics.deleting(extension, after);
        if (hasLeft(extension, context)) {
            metrics.forget(extension.getMetadata().getName()); // Its finalizer was removed by force meanwhile.
        }
    }

    private DeleteControl proceed(
            ClusterExtension extension,
            List<ClusterObjectSet> left,
            Optional<String> refusal,
            Context<ClusterExtension> context)
            throws IOException {
        String name = extension.getMetadata().getName();
        dependencies.release(name);
        if (!left.isEmpty() || refusal.isPresent()) {
            if (refusal.isEmpty()) {
                // An older revision keeps the operator until the definitions of the newer ones are deleted, if it knows
                // that these are being deleted.
                revisions.delete(left.reversed());
            }
            installed.mayHaveChanged();
            DeleteControl wait = DeleteControl.noFinalizerRemoval();
            Finding dependents = dependencies.say(name);
            Instant now = clock.instant();
            Optional<Duration> early = refusal.isEmpty() && dependents.equals(Finding.NONE)
                    ? DeletionStatus.pause(extension, left, now)
                    : Optional.empty();
            if (early.isPresent()) {
                return wait.rescheduleAfter(early.get());
            }
            tell(
                    extension,
                    DeletionStatus.of(extension, reported(extension, left, now), left, refusal, dependents, now),
                    context);
            return wait.rescheduleAfter(refusal.isPresent() ? IN_USE_CHECK : MISSED_EVENT);
        }
        if (isOrphaning(extension)) {
            revisions.orphan(extension);
        } else {
            revisions.deleteLeftSecrets(name);
        }
        contents.forget(name);
        List<String> others = Finalizers.ofOthers(extension);
        if (!others.isEmpty()) {
            tell(
                    extension,
                    DeletionStatus.released(extension, isOrphaning(extension), others, clock.instant()),
                    context);
        }
        boolean isOfOriginal = extension.getMetadata().getFinalizers().contains(Finalizers.CONTENT_MANAGER);
        if (isOfOriginal && !removeFinalizers(extension, context)) {
            return DeleteControl.noFinalizerRemoval(); // The event of the change requeues it.
        }
        cleanedUp.add(extension.getMetadata().getUid());
        LOG.atInfo().addKeyValue("extension", name).log("The extension is gone");
        return isOfOriginal ? DeleteControl.noFinalizerRemoval() : DeleteControl.defaultDelete();
    }

    /** The status with what is known now of upgrades of the cluster. */
    private ClusterExtensionStatus reported(ClusterExtension extension, List<ClusterObjectSet> left, Instant now) {
        ClusterExtensionStatus status = extension.statusOrEmpty();
        var conditions =
                new Conditions(status.conditions(), extension.getMetadata().getGeneration(), now);
        RevisionStates running = RevisionStates.present(left, RecordedBundle.of(status));
        upgrades.report(extension, conditions, running.installed(), Optional.empty());
        return new ClusterExtensionStatus(conditions.toList(), status.install(), status.activeRevisions());
    }

    /**
     * Removes the finalizer of olm4j and the other one of the original at once.
     *
     * @return false if the extension has changed since it was read
     */
    private static boolean removeFinalizers(ClusterExtension extension, Context<ClusterExtension> context) {
        List<String> others = extension.getMetadata().getFinalizers().stream()
                .filter(finalizer -> !finalizer.equals(Finalizers.CONTENT_MANAGER)
                        && !finalizer.equals(Finalizers.CLUSTER_EXTENSION))
                .toList();
        Map<String, Object> metadata = Map.of(
                "uid", extension.getMetadata().getUid(),
                "resourceVersion", extension.getMetadata().getResourceVersion(),
                "finalizers", others);
        try {
            context.getClient()
                    .resource(extension)
                    .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(Map.of("metadata", metadata)));
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                return false;
            }
            throw e;
        }
    }

    /** Whether an extension has left the cluster; another one may have its name. */
    boolean hasLeft(ClusterExtension extension, Context<ClusterExtension> context) {
        boolean isThere = context.getPrimaryCache()
                .get(ResourceID.fromResource(extension))
                .filter(there -> there.getMetadata()
                        .getUid()
                        .equals(extension.getMetadata().getUid()))
                .isPresent();
        return !isThere && !stopping;
    }

    /** From now on no extension counts as deleted, because the caches lose their content when the controller stops. */
    void stop() {
        stopping = true;
    }

    /** Deletes the images of an extension that has left the cluster, if its finalizer was removed by force. */
    void gone(ClusterExtension extension) {
        retries.forget(extension.getMetadata().getUid());
        if (cleanedUp.remove(extension.getMetadata().getUid())) {
            return;
        }
        String name = extension.getMetadata().getName();
        // An image may be in use for some time, and this is the thread of the events of all extensions.
        Thread.startVirtualThread(() -> {
            try {
                contents.forget(name);
            } catch (IOException e) {
                LOG.atWarn().addKeyValue("extension", name).setCause(e).log("Its images could not be deleted");
            }
        });
    }

    private static boolean isOrphaning(ClusterExtension extension) {
        return extension.getMetadata().getFinalizers().contains(Finalizers.ORPHAN);
    }
}
