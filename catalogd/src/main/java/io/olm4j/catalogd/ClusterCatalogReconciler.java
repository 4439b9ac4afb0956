package io.olm4j.catalogd;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogSpec;
import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.Finalizers;
import io.olm4j.catalogd.CatalogMemory.Success;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what is served of a ClusterCatalog in step with its source, and says so in its status.
 *
 * <p>It handles the finalizer itself (as {@link CatalogdConfiguration} sets up), since a catalog that is set unavailable keeps none.
 */
final class ClusterCatalogReconciler implements Reconciler<ClusterCatalog> {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterCatalogReconciler.class);

    /** Catalogs with the same interval drift apart by up to this part of it. */
    private static final double JITTER = 0.01;

    private final CatalogUnpacker unpacker;
    private final CatalogMarks marks;
    private final CatalogUrls urls;
    private final Timing timing;
    private final Clock clock;
    private final CatalogMemory memory = new CatalogMemory();
    private final RandomGenerator random = RandomGenerator.getDefault();

    ClusterCatalogReconciler(
            CatalogUnpacker unpacker, CatalogMarks marks, CatalogUrls urls, Timing timing, Clock clock) {
        this.unpacker = unpacker;
        this.marks = marks;
        this.urls = urls;
        this.timing = timing;
        this.clock = clock;
    }

    @Override
    public UpdateControl<ClusterCatalog> reconcile(ClusterCatalog catalog, Context<ClusterCatalog> context) {
        if (context.isPrimaryResourceDeleted()) {
            remove(catalog);
            return UpdateControl.noUpdate();
        }
        if (catalog.isMarkedForDeletion()) {
            remove(catalog);
            marks.release(catalog);
            return isHeldByOthers(catalog) ? write(catalog, status(catalog).deleting()) : UpdateControl.noUpdate();
        }
        if (catalog.getSpec().availabilityMode() == ClusterCatalogSpec.AvailabilityMode.UNAVAILABLE) {
            remove(catalog);
            marks.ensure(catalog, false);
            return write(catalog, status(catalog).unavailable());
        }
        marks.ensure(catalog, true);
        return serve(catalog);
    }

    private UpdateControl<ClusterCatalog> serve(ClusterCatalog catalog) {
        String name = catalog.getMetadata().getName();
        long generation = catalog.getMetadata().getGeneration();
        Optional<Success> last = memory.lastSuccess(name)
                .filter(success -> success.isCurrent(generation, clock.instant()) && unpacker.isServing(name));
        UnpackOutcome outcome = last.<UnpackOutcome>map(Success::outcome)
                .orElseGet(() -> unpacker.unpack(name, catalog.getSpec().source()));
        UpdateControl<ClusterCatalog> update = write(catalog, status(catalog).after(outcome, urls.of(name)));
        switch (outcome) {
            case UnpackOutcome.Serving serving -> {
                Success success = last.orElseGet(() -> new Success(generation, serving, nextPoll(catalog)));
                memory.succeeded(name, success);
                success.untilPoll(clock.instant()).ifPresent(wait -> update.rescheduleAfter(atLeastOneMilli(wait)));
            }
            case UnpackOutcome.Retryable failed -> {
                LOG.info("Catalog {}: {}", name, failed.message());
                update.rescheduleAfter(timing.retryAfter(memory.failed(name)));
            }
            case UnpackOutcome.Terminal failed -> {
                LOG.info("Catalog {} is blocked: {}", name, failed.message());
                memory.forget(name);
            }
        }
        return update;
    }

    private Optional<Instant> nextPoll(ClusterCatalog catalog) {
        return Optional.ofNullable(catalog.getSpec().source().image())
                .map(ClusterCatalogSpec.ImageSource::pollIntervalMinutes)
                .map(minutes -> {
                    long millis = timing.pollUnit().multipliedBy(minutes).toMillis();
                    return clock.instant().plusMillis(millis + (long) (millis * JITTER * random.nextDouble()));
                });
    }

    private void remove(ClusterCatalog catalog) {
        String name = catalog.getMetadata().getName();
        memory.forget(name);
        try {
            unpacker.remove(name);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete the content of catalog " + name, e);
        }
    }

    private CatalogStatus status(ClusterCatalog catalog) {
        return new CatalogStatus(before(catalog), catalog.getMetadata().getGeneration(), clock.instant());
    }

    /** Without a finalizer of somebody else the catalog is gone when ours is. */
    private static boolean isHeldByOthers(ClusterCatalog catalog) {
        return catalog.getMetadata().getFinalizers().stream().anyMatch(f -> !f.equals(Finalizers.CLUSTER_CATALOG));
    }

    private static ClusterCatalogStatus before(ClusterCatalog catalog) {
        return Optional.ofNullable(catalog.getStatus()).orElse(ClusterCatalogStatus.EMPTY);
    }

    private static UpdateControl<ClusterCatalog> write(ClusterCatalog catalog, ClusterCatalogStatus status) {
        if (status.equals(before(catalog))) {
            return UpdateControl.noUpdate();
        }
        ClusterCatalog patch = new ClusterCatalog();
        patch.setMetadata(new ObjectMetaBuilder()
                .withName(catalog.getMetadata().getName())
                .build());
        patch.setStatus(status);
        return UpdateControl.patchStatus(patch);
    }

    private static Duration atLeastOneMilli(Duration wait) {
        return wait.compareTo(Duration.ofMillis(1)) > 0 ? wait : Duration.ofMillis(1);
    }
}
