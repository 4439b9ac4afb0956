package io.olm4j.catalogd;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.PrimaryUpdateAndCacheUtils;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogSpec;
import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionLog;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Finalizers;
import io.olm4j.api.Reasons;
import io.olm4j.catalogd.CatalogMemory.Success;
import io.olm4j.catalogd.template.ClusterVersions;
import io.olm4j.catalogd.template.ImageChoice;
import io.olm4j.catalogd.template.ImageTemplate;
import io.olm4j.process.events.EventFact;
import io.olm4j.process.events.EventRecorder;
import io.olm4j.process.events.EventType;
import io.olm4j.process.leader.Leadership;
import io.olm4j.process.retry.InternalErrors;
import io.olm4j.process.time.SteadyTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates the served content of a ClusterCatalog from its source, and reports it in the status.
 *
 * <p>It handles the finalizer itself (as {@link CatalogdConfiguration} configures), because a catalog with the
 * availability mode Unavailable has no finalizer.
 */
final class ClusterCatalogReconciler implements Reconciler<ClusterCatalog> {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterCatalogReconciler.class);

    /**
     * The largest random extension of a poll interval, as a part of it, so that catalogs with the same interval drift
     * apart.
     */
    private static final double JITTER = 0.01;

    /** A century, in minutes. The definition sets no maximum, and longer intervals overflow. */
    private static final long LONGEST_POLL_INTERVAL = 100L * 365 * 24 * 60;

    private final CatalogUnpacker unpacker;
    private final ClusterVersions versions;
    private final CatalogRequeueSource wakeUps;
    private final CatalogUrls urls;
    private final Leadership leadership;
    private final CatalogMetrics metrics;
    private final EventRecorder events;
    private final Timing timing;
    private final Clock clock;
    private final SteadyTime time = new SteadyTime();
    private final CatalogMemory memory = new CatalogMemory();
    private final RandomGenerator random = RandomGenerator.getDefault();

    ClusterCatalogReconciler(
            CatalogUnpacker unpacker,
            ClusterVersions versions,
            CatalogRequeueSource wakeUps,
            CatalogUrls urls,
            Leadership leadership,
            CatalogMetrics metrics,
            EventRecorder events,
            Timing timing,
            Clock clock) {
        this.unpacker = unpacker;
        this.versions = versions;
        this.wakeUps = wakeUps;
        this.urls = urls;
        this.leadership = leadership;
        this.metrics = metrics;
        this.events = events;
        this.timing = timing;
        this.clock = clock;
    }

    @Override
    public List<EventSource<?, ClusterCatalog>> prepareEventSources(EventSourceContext<ClusterCatalog> context) {
        return List.of(wakeUps.sourceFor(context));
    }

    @Override
    public UpdateControl<ClusterCatalog> reconcile(ClusterCatalog catalog, Context<ClusterCatalog> context) {
        wakeUps.takenUp(catalog.getMetadata().getName());
        if (context.isPrimaryResourceDeleted()) {
            remove(catalog);
            wakeUps.requeueIfCreatedAgain(catalog.getMetadata().getName());
            return UpdateControl.noUpdate();
        }
        return leadership.isLeader() ? lead(catalog, context) : follow(catalog);
    }

    /**
     * Reports an unexpected exception of a reconcile in the status.
     */
    @Override
    public ErrorStatusUpdateControl<ClusterCatalog> updateErrorStatus(
            ClusterCatalog catalog, Context<ClusterCatalog> context, Exception e) {
        if (!InternalErrors.isReported(e) || !leadership.isLeader()) {
            return ErrorStatusUpdateControl.defaultErrorProcessing();
        }
        String name = catalog.getMetadata().getName();
        String message = InternalErrors.message(e, "catalogd");
        Optional<String> lack = Optional.of(message).filter(_ -> !servesResolved(catalog));
        ClusterCatalogStatus failed = status(catalog)
                .after(new ImageChoice.Specified(), new UnpackOutcome.Retryable(message), lack, urls.of(name));
        return ErrorStatusUpdateControl.patchStatus(patch(catalog, failed));
    }

    /** Whether a reconcile of a catalog reads no source now: it is disabled, or its last update succeeded. */
    boolean isSettled(ClusterCatalog catalog) {
        return catalog.isDisabled()
                || memory.lastSuccess(catalog.getMetadata().getName()).isPresent();
    }

    private UpdateControl<ClusterCatalog> lead(ClusterCatalog catalog, Context<ClusterCatalog> context) {
        boolean isDeleted = catalog.isMarkedForDeletion();
        if (!isDeleted && !catalog.isDisabled()) {
            return serve(CatalogMetadata.ensure(catalog, true, context), context);
        }
        try {
            remove(catalog);
        } catch (UncheckedIOException e) {
            String problem = e.getMessage() + ": " + e.getCause()
                    + "; it is tried again: check the disk of the cache directory and its permissions";
            write(catalog, status(catalog).notDeleted(!isDeleted, problem), context);
            return UpdateControl.<ClusterCatalog>noUpdate().rescheduleAfter(timing.longestRetry());
        }
        if (!isDeleted) {
            ClusterCatalog released = CatalogMetadata.ensure(catalog, false, context);
            write(released, status(released).unavailable(), context);
            return UpdateControl.noUpdate();
        }
        ClusterCatalog released = CatalogMetadata.release(catalog, context);
        List<String> others = Finalizers.ofOthers(released);
        if (!others.isEmpty()) {
            String since = catalog.getMetadata().getDeletionTimestamp();
            write(released, status(released).deleting(since, others), context);
        }
        return UpdateControl.noUpdate();
    }

    /** Serves the image that the leader has resolved, and writes nothing. */
    private UpdateControl<ClusterCatalog> follow(ClusterCatalog catalog) {
        String name = catalog.getMetadata().getName();
        memory.forgetSuccess(name); // It may be long until this process leads.
        Optional<String> resolved = catalog.statusOrEmpty().resolvedRef();
        if (catalog.isMarkedForDeletion() || catalog.isDisabled() || resolved.isEmpty()) {
            remove(catalog);
            return UpdateControl.noUpdate();
        }
        metrics.expect(name);
        Optional<String> before = unpacker.failure(name);
        Optional<String> problem =
                unpacker.unpack(catalog.getMetadata(), resolved.get()).failure();
        if (problem.isPresent()) {
            if (!problem.equals(before)) {
                LOG.atWarn()
                        .addKeyValue("catalog", name)
                        .log("This replica cannot serve the catalog: {}", problem.get());
            }
            return UpdateControl.<ClusterCatalog>noUpdate().rescheduleAfter(timing.retryAfter(memory.failed(name)));
        }
        memory.forget(name);
        return UpdateControl.noUpdate();
    }

    private UpdateControl<ClusterCatalog> serve(ClusterCatalog catalog, Context<ClusterCatalog> context) {
        String name = catalog.getMetadata().getName();
        String uid = catalog.getMetadata().getUid();
        long generation = catalog.getMetadata().getGeneration();
        long term = leadership.term();
        metrics.expect(name);
        ImageChoice choice = choose(catalog);
        Optional<String> refresh = refresh(catalog);
        Optional<Success> last = memory.lastSuccess(name)
                .filter(success -> success.isCurrent(term, uid, generation, choice, refresh, time.instant()))
                .filter(success ->
                        unpacker.isServing(name, success.outcome().resolved().toString()));
        UnpackOutcome outcome = last.<UnpackOutcome>map(Success::outcome).orElseGet(() -> unpack(catalog, choice));
        Optional<String> lack = outcome.failure().flatMap(problem -> serveFormer(catalog, choice, problem));
        if (Thread.currentThread().isInterrupted()) {
            return UpdateControl.noUpdate(); // The process ends, and the pull was cut off.
        }
        if (!leadership.isLeader() || leadership.term() != term) {
            // Another replica leads now, or has led; the next reconcile serves the image that it resolves.
            return UpdateControl.<ClusterCatalog>noUpdate().rescheduleAfter(timing.firstRetry());
        }
        if (outcome instanceof UnpackOutcome.Serving serving && last.isEmpty()) {
            // Before the status is written, so that a change of it by others counts from then on.
            memory.succeeded(name, new Success(term, uid, generation, choice, refresh, serving, nextPoll(catalog)));
        }
        write(catalog, status(catalog).after(choice, outcome, lack, urls.of(name)), context);
        refresh.ifPresent(value -> CatalogMetadata.acknowledge(catalog, value, context));
        outcome.failure().filter(_ -> servesResolved(catalog)).ifPresent(problem -> reportStale(catalog, problem));
        UpdateControl<ClusterCatalog> update = UpdateControl.noUpdate();
        switch (outcome) {
            case UnpackOutcome.Serving _ ->
                memory.lastSuccess(name)
                        .flatMap(success -> success.untilPoll(time.instant()))
                        .ifPresent(wait -> update.rescheduleAfter(atLeastOneMilli(wait)));
            case UnpackOutcome.Retryable _ -> update.rescheduleAfter(timing.retryAfter(memory.failed(name)));
            case UnpackOutcome.Terminal _ -> {
                memory.forget(name);
                lack.ifPresent(_ -> update.rescheduleAfter(timing.longestRetry()));
            }
        }
        return update;
    }

    /**
     * Serves the image that was resolved before, after a failed update, if this replica does not have its content: its
     * disk may be empty since a restart, or older than what another replica has resolved.
     *
     * @return why it cannot do so; empty if it serves that content, or if there is no such image
     */
    private Optional<String> serveFormer(ClusterCatalog catalog, ImageChoice choice, String problem) {
        Optional<String> former = catalog.statusOrEmpty().resolvedRef();
        if (former.isEmpty() || servesResolved(catalog)) {
            return Optional.empty();
        }
        return former.equals(reference(catalog, choice))
                ? Optional.of(problem)
                : unpacker.unpack(catalog.getMetadata(), former.get()).failure();
    }

    private boolean servesResolved(ClusterCatalog catalog) {
        return catalog.statusOrEmpty()
                .resolvedRef()
                .filter(ref -> unpacker.isServing(catalog.getMetadata().getName(), ref))
                .isPresent();
    }

    private static Optional<String> reference(ClusterCatalog catalog, ImageChoice choice) {
        return switch (choice) {
            case ImageChoice.Templated(String reference) -> Optional.of(reference);
            case ImageChoice.Undecided _ -> Optional.empty();
            case ImageChoice.Specified _, ImageChoice.Fallback _ ->
                Optional.ofNullable(catalog.getSpec().source().image()).map(ClusterCatalogSpec.ImageSource::ref);
        };
    }

    /** The catalog still answers, so that only its conditions would show the failure. */
    private void reportStale(ClusterCatalog catalog, String problem) {
        Optional<Condition> progressing =
                Conditions.find(catalog.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING);
        if (progressing.filter(then -> then.message().equals(problem)).isPresent()) {
            return;
        }
        boolean wasFresh = progressing
                .filter(then -> then.reason().equals(Reasons.SUCCEEDED))
                .isPresent();
        events.record(
                catalog,
                new EventFact(
                        EventType.WARNING,
                        "CatalogStale",
                        "Unpack",
                        "the content of "
                                + catalog.statusOrEmpty().resolvedRef().orElse("an earlier image")
                                + " is still served, because its update failed: " + problem,
                        wasFresh ? clock.instant().toString() : ""));
    }

    /** The template for the catalog's image; empty if it has none. */
    static Optional<String> template(ClusterCatalog catalog) {
        return Annotations.find(catalog, Annotations.CATALOG_IMAGE_TEMPLATE);
    }

    /** The look-up that a user requested last; empty if there is none. */
    static Optional<String> refresh(ClusterCatalog catalog) {
        return Annotations.find(catalog, Annotations.REFRESH_REQUESTED);
    }

    private ImageChoice choose(ClusterCatalog catalog) {
        return template(catalog)
                .filter(_ -> catalog.getSpec().source().image() != null)
                .map(template -> ImageTemplate.resolve(template, versions.look(ImageTemplate.platforms(template))))
                .orElseGet(ImageChoice.Specified::new);
    }

    private UnpackOutcome unpack(ClusterCatalog catalog, ImageChoice choice) {
        UnpackOutcome outcome = switch (choice) {
            case ImageChoice.Templated(String reference) -> unpacker.unpack(catalog.getMetadata(), reference);
            case ImageChoice.Undecided(String problem) ->
                new UnpackOutcome.Retryable("annotation " + Annotations.CATALOG_IMAGE_TEMPLATE + ": " + problem);
            case ImageChoice.Specified _, ImageChoice.Fallback _ ->
                unpacker.unpack(catalog.getMetadata(), catalog.getSpec().source());
        };
        // Another replica may have taken over while the image was pulled.
        if (leadership.isLeader()) {
            metrics.polled(catalog.getMetadata().getName(), outcome);
        }
        return outcome;
    }

    private Optional<Instant> nextPoll(ClusterCatalog catalog) {
        return Optional.ofNullable(catalog.getSpec().source().image())
                .map(ClusterCatalogSpec.ImageSource::pollIntervalMinutes)
                .map(minutes -> {
                    long millis = timing.pollUnit()
                            .multipliedBy(Math.min(minutes, LONGEST_POLL_INTERVAL))
                            .toMillis();
                    return time.instant().plusMillis(millis + (long) (millis * JITTER * random.nextDouble()));
                });
    }

    private void remove(ClusterCatalog catalog) {
        String name = catalog.getMetadata().getName();
        memory.forget(name);
        try {
            unpacker.remove(name);
            metrics.forget(name);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete the content of catalog " + name, e);
        }
    }

    private CatalogStatus status(ClusterCatalog catalog) {
        return new CatalogStatus(catalog.statusOrEmpty(), catalog.getMetadata().getGeneration(), clock.instant());
    }

    /**
     * Writes the status if it has changed. The next reconcile sees it even if the watch has not delivered it yet.
     *
     * <p>The UID makes the write fail if the catalog was deleted meanwhile and another one was created with the same
     * name.
     */
    private static void write(ClusterCatalog catalog, ClusterCatalogStatus status, Context<ClusterCatalog> context) {
        if (!status.equals(catalog.statusOrEmpty())) {
            ClusterCatalog written =
                    PrimaryUpdateAndCacheUtils.ssaPatchStatusAndCacheResource(catalog, patch(catalog, status), context);
            if (hasMore(written.statusOrEmpty(), status)) {
                // Another field manager owns it too, such as the original catalogd that ran here before.
                PrimaryUpdateAndCacheUtils.updateStatusAndCacheResource(written, context, now -> {
                    now.setStatus(status);
                    return now;
                });
            }
            ConditionLog.changes(
                    LOG,
                    Map.of("catalog", catalog.getMetadata().getName()),
                    catalog.statusOrEmpty().conditions(),
                    status.conditions());
        }
    }

    /** Only the fields that the controller owns, for server-side apply. */
    private static ClusterCatalog patch(ClusterCatalog catalog, ClusterCatalogStatus status) {
        var patch = new ClusterCatalog();
        patch.setMetadata(new ObjectMetaBuilder()
                .withName(catalog.getMetadata().getName())
                .withUid(catalog.getMetadata().getUid())
                .build());
        patch.setStatus(status);
        return patch;
    }

    /** Whether a status still describes content that it should no longer describe. */
    private static boolean hasMore(ClusterCatalogStatus written, ClusterCatalogStatus wanted) {
        return (wanted.urls() == null && written.urls() != null)
                || (wanted.resolvedSource() == null && written.resolvedSource() != null)
                || (wanted.lastUnpacked() == null && written.lastUnpacked() != null);
    }

    private static Duration atLeastOneMilli(Duration wait) {
        return wait.compareTo(Duration.ofMillis(1)) > 0 ? wait : Duration.ofMillis(1);
    }
}
