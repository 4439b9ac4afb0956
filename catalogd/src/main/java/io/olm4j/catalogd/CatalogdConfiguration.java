package io.olm4j.catalogd;

import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogStatus;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Configures the framework for the reconciler: which changes trigger it, and how it retries after an unexpected
 * exception.
 */
final class CatalogdConfiguration {

    private static final long FIRST_RETRY_MILLIS = 500;
    private static final long LONGEST_RETRY_MILLIS = 60_000;

    private CatalogdConfiguration() {}

    /** @param isSettled whether a reconcile of the catalog only compares its status */
    static void apply(
            ControllerConfigurationOverrider<ClusterCatalog> configuration, Predicate<ClusterCatalog> isSettled) {
        configuration
                // The name in the original catalogd, because metrics contain it.
                .withName("catalogd-clustercatalog-controller")
                .withFieldManager("catalogd")
                // The reconciler sees deletions and keeps the finalizer itself.
                .withTriggerReconcilerOnAllEvents(true)
                .withGenerationAware(false)
                .withOnUpdateFilter((now, before) -> matters(now, before, isSettled))
                .withRetry(new GenericRetry()
                        .setInitialInterval(FIRST_RETRY_MILLIS)
                        .setIntervalMultiplier(2)
                        .setMaxInterval(LONGEST_RETRY_MILLIS)
                        .withoutMaxAttempts());
    }

    /**
     * Whether a change triggers a reconcile: a new spec, template or requested look-up, a new resolved image (followers
     * serve it), a deletion, a missing label, a change of finalizers, or a new UID. A change of the status, which
     * another client may have made, counts only if a reconcile reads no source; otherwise the next update writes the
     * status.
     */
    private static boolean matters(ClusterCatalog now, ClusterCatalog before, Predicate<ClusterCatalog> isSettled) {
        return !Objects.equals(
                        now.getMetadata().getGeneration(), before.getMetadata().getGeneration())
                || !Objects.equals(resolved(now), resolved(before))
                || !ClusterCatalogReconciler.template(now).equals(ClusterCatalogReconciler.template(before))
                || !ClusterCatalogReconciler.refresh(now).equals(ClusterCatalogReconciler.refresh(before))
                || now.isMarkedForDeletion() != before.isMarkedForDeletion()
                || !CatalogMetadata.isLabelled(now)
                || !Objects.equals(
                        now.getMetadata().getFinalizers(), before.getMetadata().getFinalizers())
                || !Objects.equals(
                        now.getMetadata().getUid(), before.getMetadata().getUid())
                || (!Objects.equals(now.getStatus(), before.getStatus()) && isSettled.test(now));
    }

    private static Optional<String> resolved(ClusterCatalog catalog) {
        return Optional.ofNullable(catalog.getStatus()).flatMap(ClusterCatalogStatus::resolvedRef);
    }
}
