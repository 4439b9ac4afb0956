package io.olm4j.controller.catalog;

import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.catalogdclient.CatalogLocation;
import io.olm4j.catalogdclient.Refresh;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the index fetch a catalog whenever its content is said to have moved: one fetch a catalog at a time, catalogs beside each
 * other, a failed one again after a growing pause.
 */
final class CatalogRefresher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogRefresher.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final CatalogIndex index;
    private final BiConsumer<String, Set<String>> onChange;
    private final Map<String, Fetch> fetches = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("catalog-refresh-timer").factory());

    /**
     * A refresher that has not been asked for anything.
     *
     * @param onChange told the catalog and the packages whose content changed; an empty set where only the failure did
     */
    CatalogRefresher(CatalogIndex index, BiConsumer<String, Set<String>> onChange) {
        this.index = index;
        this.onChange = onChange;
    }

    /** Asks for the content at a location; returns what completes after the first attempt, failed or not. */
    CompletableFuture<Void> request(CatalogLocation location) {
        return fetches.computeIfAbsent(location.name(), name -> new Fetch()).request(location);
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

    @Override
    public void close() {
        timer.shutdownNow();
        fetches.values().forEach(Fetch::cancel);
    }

    /** The fetching of one catalog. */
    private final class Fetch {

        private @Nullable CatalogLocation wanted;
        private boolean running;
        private boolean cancelled;
        private int failures;
        private @Nullable String failure;
        private CompletableFuture<Void> firstAttempt = CompletableFuture.completedFuture(null);

        synchronized CompletableFuture<Void> request(CatalogLocation location) {
            if (location.equals(wanted) && failure == null) {
                return firstAttempt;
            }
            wanted = location;
            failures = 0;
            firstAttempt = new CompletableFuture<>();
            start();
            return firstAttempt;
        }

        synchronized Optional<String> failure() {
            return Optional.ofNullable(failure);
        }

        synchronized void cancel() {
            cancelled = true;
            firstAttempt.complete(null);
        }

        private synchronized void start() {
            if (!running && !cancelled) {
                running = true;
                Thread.ofVirtual().name("catalog-refresh").start(this::run);
            }
        }

        private void run() {
            CatalogLocation location = target();
            Refresh result = index.refresh(location);
            Set<String> changed = finish(location, result);
            switch (result) {
                case Refresh.Updated _ -> onChange.accept(location.name(), changed);
                case Refresh.Failed(String message) -> {
                    LOG.warn("catalog {}: {}", location.name(), message);
                    onChange.accept(location.name(), Set.of());
                }
                case Refresh.Unchanged _ -> LOG.debug("catalog {} is unchanged", location.name());
            }
        }

        private synchronized CatalogLocation target() {
            CatalogLocation location = wanted;
            if (location == null) {
                throw new IllegalStateException("a fetch was started without a location");
            }
            return location;
        }

        private synchronized Set<String> finish(CatalogLocation location, Refresh result) {
            running = false;
            if (!location.equals(wanted)) {
                start();
            } else if (result instanceof Refresh.Failed(String message)) {
                failure = message;
                failures++;
                long pause = Math.min(LONGEST_PAUSE.toMillis(), FIRST_PAUSE.toMillis() << Math.min(failures - 1, 16));
                if (!cancelled && !timer.isShutdown()) {
                    var _ = timer.schedule(this::start, pause, TimeUnit.MILLISECONDS);
                }
                firstAttempt.complete(null);
            } else {
                failure = null;
                failures = 0;
                firstAttempt.complete(null);
            }
            return result instanceof Refresh.Updated(Set<String> packages) ? packages : Set.of();
        }
    }
}
