package io.olm4j.controller.catalog;

import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.catalogdclient.CatalogLocation;
import io.olm4j.catalogdclient.Refresh;
import io.olm4j.process.retry.ExponentialBackoff;
import io.olm4j.process.retry.InternalErrors;
import io.olm4j.process.time.TaskTimer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refreshes a catalog in the index whenever its address or its image changes. Each catalog has at most one fetch at a
 * time, different catalogs are fetched in parallel, and a failed fetch is retried after a growing pause.
 */
final class CatalogIndexUpdater implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogIndexUpdater.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(FIRST_PAUSE, Duration.ofMinutes(1));

    /** The pauses while another replica of the service may have the catalog. */
    private static final ExponentialBackoff PAUSES_BETWEEN_REPLICAS =
            new ExponentialBackoff(FIRST_PAUSE, Duration.ofSeconds(5));

    /**
     * How long a catalog that this process has never read counts as being read although attempts fail. After a start of
     * the whole cluster, the catalog service may need minutes.
     */
    static final Duration FIRST_READING = Duration.ofMinutes(5);

    private final CatalogIndex index;
    private final InstantSource time;
    private final BiConsumer<String, Optional<Set<String>>> onChange;
    private final Map<String, Fetch> fetches = new ConcurrentHashMap<>();
    private final TaskTimer timer = new TaskTimer("catalog-refresh-timer");

    /**
     * Creates an updater that fetches nothing yet.
     *
     * @param onChange receives the catalog and the packages whose content changed; no set if the catalog answers for
     *     the first time, fails in a new way, or no longer counts as being read
     */
    CatalogIndexUpdater(CatalogIndex index, InstantSource time, BiConsumer<String, Optional<Set<String>>> onChange) {
        this.index = index;
        this.time = time;
        this.onChange = onChange;
    }

    /** Requests the content at a location. The returned future completes after the first attempt, failed or not. */
    CompletableFuture<Void> request(CatalogLocation location) {
        return fetches.computeIfAbsent(location.name(), name -> new Fetch()).request(location);
    }

    /** Requests the content again if it is damaged on disk. */
    void repair(String catalog) {
        Fetch fetch = fetches.get(catalog);
        if (fetch != null && index.isDamaged(catalog)) {
            fetch.repeat();
        }
    }

    /** The catalogs whose content was requested and that are not forgotten. */
    Set<String> catalogs() {
        return Set.copyOf(fetches.keySet());
    }

    /** Ends the attempts to read a catalog that is not served now. Its content stays. */
    void pause(String catalog) {
        Fetch fetch = fetches.get(catalog);
        if (fetch != null) {
            fetch.pause(null);
        }
    }

    /** Does the same for a catalog that cannot be read until its address changes. */
    void refuse(String catalog, String reason) {
        Fetch fetch = fetches.computeIfAbsent(catalog, name -> new Fetch());
        boolean isNew = !fetch.failure().equals(Optional.of(reason));
        fetch.pause(reason);
        if (isNew) {
            onChange.accept(catalog, Optional.empty());
        }
    }

    /** Forgets a catalog and its content. */
    void forget(String catalog) {
        Fetch fetch = fetches.remove(catalog);
        if (fetch != null) {
            fetch.cancel();
        }
        index.remove(catalog);
    }

    /** Why the last attempt for a catalog failed, if it did. */
    Optional<String> failure(String catalog) {
        return Optional.ofNullable(fetches.get(catalog)).flatMap(Fetch::failure);
    }

    /**
     * Whether an answer may follow soon: the first attempt at the requested content has not ended yet, or this process
     * has no content of the catalog and has tried to read it for less than five minutes.
     */
    boolean isBeingRead(String catalog) {
        Fetch fetch = fetches.get(catalog);
        return fetch != null && fetch.isBeingRead();
    }

    /** The number of retries that wait for their time: at most one for each catalog. */
    int waitingRetries() {
        return timer.getQueue().size();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        fetches.values().forEach(Fetch::cancel);
    }

    /** The fetches of one catalog. */
    private final class Fetch {

        private Instant begun = time.instant();
        private @Nullable CatalogLocation wanted;
        private boolean running;
        private volatile boolean cancelled;
        private boolean awaited;
        private int failures;
        private int repetitions;
        private @Nullable String failure;
        private @Nullable Future<?> retry;
        private CompletableFuture<Void> firstAttempt = CompletableFuture.completedFuture(null);

        synchronized CompletableFuture<Void> request(CatalogLocation location) {
            if (location.equals(wanted) && failure == null) {
                return firstAttempt;
            }
            if (!location.equals(wanted)) {
                repetitions = 0;
            }
            if (wanted == null) {
                begun = time.instant();
            }
            wanted = location;
            failures = 0;
            if (firstAttempt.isDone()) {
                firstAttempt = new CompletableFuture<>();
            }
            awaited = true;
            start();
            return firstAttempt;
        }

        synchronized Optional<String> failure() {
            return Optional.ofNullable(failure);
        }

        synchronized boolean isBeingRead() {
            return !firstAttempt.isDone() || (wanted != null && isUnread(wanted.name()));
        }

        /** Whether the catalog has stopped counting as being read since the last call or request. */
        private synchronized boolean endsReading() {
            boolean ends = awaited && !isBeingRead();
            awaited = isBeingRead();
            return ends;
        }

        private boolean isUnread(String name) {
            return !index.hasContent(name) && time.instant().isBefore(begun.plus(FIRST_READING));
        }

        /**
         * Fetches again after a growing pause: a disk that damages everything must not cause a download at every
         * look-up.
         */
        synchronized void repeat() {
            if (wanted != null && failure == null && firstAttempt.isDone()) {
                firstAttempt = new CompletableFuture<>();
                awaited = true;
                startAfter(repetitions == 0 ? Duration.ZERO : PAUSES.after(repetitions));
                repetitions++;
            }
        }

        /** Fetches nothing until the next request. */
        synchronized void pause(@Nullable String reason) {
            dropRetry();
            wanted = null;
            failures = 0;
            failure = reason;
            firstAttempt.complete(null);
        }

        synchronized void cancel() {
            cancelled = true;
            dropRetry();
            firstAttempt.complete(null);
        }

        private synchronized void start() {
            dropRetry();
            if (!running && !cancelled && wanted != null) {
                running = true;
                Thread.ofVirtual().name("catalog-refresh").start(this::run);
            }
        }

        private void run() {
            target().ifPresent(this::fetch);
        }

        private void fetch(CatalogLocation location) {
            boolean answeredBefore = index.hasContent(location.name());
            Optional<String> failedBefore = failure();
            Refresh result = refresh(location);
            finish(location, result);
            switch (result) {
                case Refresh.Updated(Set<String> packages) -> {
                    LOG.atInfo()
                            .addKeyValue("catalog", location.name())
                            .addKeyValue("changedPackages", packages.size())
                            .log("The catalog was read");
                    onChange.accept(location.name(), answeredBefore ? Optional.of(packages) : Optional.empty());
                }
                case Refresh.Failed failed -> {
                    boolean isNews = !failedBefore.equals(Optional.of(failed.message()));
                    if (isNews) {
                        LOG.atWarn().addKeyValue("catalog", location.name()).log(failed.message());
                    }
                    if (endsReading() || isNews) {
                        onChange.accept(location.name(), Optional.empty());
                    }
                }
                case Refresh.Unchanged _ ->
                    LOG.atDebug().addKeyValue("catalog", location.name()).log("The catalog is unchanged");
            }
        }

        /** An unexpected exception must not stop the fetches of this catalog for good. */
        private Refresh refresh(CatalogLocation location) {
            try {
                return index.refresh(location, () -> !cancelled);
            } catch (RuntimeException e) {
                LOG.atError()
                        .addKeyValue("catalog", location.name())
                        .setCause(e)
                        .log("The catalog could not be read");
                return new Refresh.Failed(
                        "catalog \"" + location.name() + "\": " + InternalErrors.message(e, "operator-controller"));
            }
        }

        /**
         * The location to fetch; empty during a pause, and once the catalog is forgotten, because another one may have
         * its name.
         */
        private synchronized Optional<CatalogLocation> target() {
            running = !cancelled && wanted != null;
            return running ? Optional.ofNullable(wanted) : Optional.empty();
        }

        private synchronized void finish(CatalogLocation location, Refresh result) {
            running = false;
            if (!location.equals(wanted)) {
                start();
                return;
            }
            if (result instanceof Refresh.Failed failed) {
                failure = failed.message();
                failures++;
                startAfter((failed.askAgainSoon() ? PAUSES_BETWEEN_REPLICAS : PAUSES).after(failures));
            } else {
                failure = null;
                failures = 0;
            }
            firstAttempt.complete(null);
        }

        private void startAfter(Duration pause) {
            dropRetry();
            if (!cancelled && !timer.isShutdown()) {
                try {
                    retry = timer.schedule(this::start, pause.toMillis(), TimeUnit.MILLISECONDS);
                } catch (RejectedExecutionException e) {
                    LOG.trace("closed meanwhile", e);
                }
            }
        }

        private void dropRetry() {
            if (retry != null) {
                retry.cancel(false);
                retry = null;
            }
        }
    }
}
