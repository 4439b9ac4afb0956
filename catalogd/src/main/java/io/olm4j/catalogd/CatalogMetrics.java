package io.olm4j.catalogd;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.search.Search;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Metrics of catalogs: whether each is served, and the results of its polls. They are removed with the content of the
 * catalog.
 */
final class CatalogMetrics {

    private static final String CATALOG = "catalog";
    private static final String SERVING = "catalogd.catalog.serving";

    private static final String LAST_POLL = "catalogd.catalog.last.poll.timestamp.seconds";

    private final MeterRegistry meters;
    private final Predicate<String> isServing;
    private final Clock clock;

    /** By catalog, then by outcome. */
    private final Map<String, Map<String, AtomicLong>> polls = new ConcurrentHashMap<>();

    CatalogMetrics(MeterRegistry meters, Predicate<String> isServing, Clock clock) {
        this.meters = meters;
        this.isServing = isServing;
        this.clock = clock;
    }

    /** From now on measures whether this replica serves the catalog. */
    void expect(String catalog) {
        if (meters.find(SERVING).tag(CATALOG, catalog).gauge() != null) {
            return;
        }
        Gauge.builder(SERVING, () -> isServing.test(catalog) ? 1 : 0)
                .description("1 for a catalog that this replica serves, 0 for one whose content it lacks")
                .tag(CATALOG, catalog)
                .register(meters);
    }

    /** Counts an attempt to update a catalog. */
    void polled(String catalog, UnpackOutcome outcome) {
        String result = switch (outcome) {
            case UnpackOutcome.Serving _ -> "succeeded";
            case UnpackOutcome.Retryable _ -> "failed";
            case UnpackOutcome.Terminal _ -> "blocked";
        };
        Tags tags = Tags.of(CATALOG, catalog, "outcome", result);
        meters.counter("catalogd.catalog.polls", tags).increment();
        Map<String, AtomicLong> times = polls.computeIfAbsent(catalog, _ -> new ConcurrentHashMap<>());
        AtomicLong time = times.computeIfAbsent(result, _ -> new AtomicLong());
        time.set(clock.instant().getEpochSecond());
        if (meters.find(LAST_POLL).tags(tags).gauge() == null) {
            Gauge.builder(LAST_POLL, time, AtomicLong::get)
                    .description("When a poll of a catalog last ended with this outcome, in seconds since 1970")
                    .tags(tags)
                    .register(meters);
        }
    }

    /** Removes the times of polls, because this replica no longer polls. */
    void pollsNoLonger() {
        Search.in(meters).name(LAST_POLL).meters().forEach(meters::remove);
        polls.clear();
    }

    /** Forgets a deleted catalog. Its metrics are removed together with its content. */
    void forget(String catalog) {
        polls.remove(catalog);
    }
}
