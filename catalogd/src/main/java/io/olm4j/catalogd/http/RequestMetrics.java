package io.olm4j.catalogd.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Counts requests, their duration and their bytes: all requests by status, and requests for a catalog also by catalog.
 */
final class RequestMetrics {

    /** The buckets of the original catalogd, in milliseconds. */
    private static final Duration[] BUCKETS = IntStream.of(
                    100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1200, 1600, 2000, 2400, 2800, 3200, 3600, 4000,
                    10_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry meters;

    /** By status. */
    private final Map<Integer, Timer> timers = new ConcurrentHashMap<>();

    RequestMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    void record(Optional<String> catalog, int status, Duration duration, long bytes) {
        timers.computeIfAbsent(status, this::timer).record(duration);
        String code = Integer.toString(status);
        catalog.ifPresent(name -> {
            meters.counter("catalogd.catalog.requests", "catalog", name, "code", code)
                    .increment();
            meters.counter("catalogd.catalog.sent.bytes", "catalog", name).increment((double) bytes);
        });
    }

    private Timer timer(int status) {
        return Timer.builder("catalogd.http.request.duration")
                .tag("code", Integer.toString(status))
                .serviceLevelObjectives(BUCKETS)
                .register(meters);
    }
}
