package io.olm4j.process.metrics;

import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The metrics of one controller. */
final class ControllerMeters {

    /** The buckets of controller-runtime for reconciliations. */
    private static final Duration[] RECONCILE_BUCKETS = DoubleStream.of(
                    0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
                    1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60)
            .mapToObj(seconds -> Duration.ofMillis(Math.round(seconds * 1e3)))
            .toArray(Duration[]::new);

    /** The buckets of controller-runtime for queues: powers of ten from 10 ns to 1000 s. */
    private static final Duration[] QUEUE_BUCKETS = IntStream.rangeClosed(1, 12)
            .mapToObj(power -> Duration.ofNanos((long) Math.pow(10, power)))
            .toArray(Duration[]::new);

    /** When each resource was queued, in nanoseconds. */
    private final Map<ResourceID, Long> queue = new ConcurrentHashMap<>();

    private final AtomicInteger active = new AtomicInteger();
    private final Map<ReconcileOutcome, Counter> outcomes = new EnumMap<>(ReconcileOutcome.class);
    private final Counter errors;
    private final Timer reconciliations;
    private final Counter adds;
    private final Counter retries;
    private final Timer waits;
    private final Timer work;

    ControllerMeters(MeterRegistry meters, String controller) {
        Tags tags = Tags.of("controller", controller);
        for (ReconcileOutcome outcome : ReconcileOutcome.values()) {
            outcomes.put(
                    outcome,
                    Counter.builder("controller.runtime.reconcile")
                            .description("Passes of a reconciler")
                            .tags(tags.and("result", outcome.label()))
                            .register(meters));
        }
        errors = Counter.builder("controller.runtime.reconcile.errors")
                .description("Passes of a reconciler that failed")
                .tags(tags)
                .register(meters);
        reconciliations = Timer.builder("controller.runtime.reconcile.time")
                .description("How long passes of a reconciler take")
                .serviceLevelObjectives(RECONCILE_BUCKETS)
                .tags(tags)
                .register(meters);
        Gauge.builder("controller.runtime.active.workers", active, AtomicInteger::get)
                .description("Passes of a reconciler that run or wait for their turn")
                .tags(tags)
                .register(meters);
        Tags queueTags = tags.and("name", controller);
        Gauge.builder("workqueue.depth", queue, Map::size)
                .description("Resources that are to be reconciled and for which no pass has begun")
                .tags(queueTags)
                .register(meters);
        adds = Counter.builder("workqueue.adds")
                .description("Resources that were queued")
                .tags(queueTags)
                .register(meters);
        retries = Counter.builder("workqueue.retries")
                .description("Resources that were queued again since the pass before failed")
                .tags(queueTags)
                .register(meters);
        waits = Timer.builder("workqueue.queue.duration")
                .description("How long resources are queued")
                .serviceLevelObjectives(QUEUE_BUCKETS)
                .tags(queueTags)
                .register(meters);
        work = Timer.builder("workqueue.work.duration")
                .description("How long resources are worked on")
                .serviceLevelObjectives(QUEUE_BUCKETS)
                .tags(queueTags)
                .register(meters);
    }

    void queued(ResourceID resource, boolean again) {
        queue.put(resource, System.nanoTime());
        adds.increment();
        if (again) {
            retries.increment();
        }
    }

    ReconcilePass started(ResourceID resource) {
        Long since = queue.remove(resource);
        if (since != null) {
            waits.record(System.nanoTime() - since, TimeUnit.NANOSECONDS);
        }
        active.incrementAndGet();
        return new ReconcilePass(this);
    }

    void dropped(ResourceID resource) {
        queue.remove(resource);
    }

    void finished(long nanos, @Nullable ReconcileOutcome outcome) {
        active.decrementAndGet();
        work.record(nanos, TimeUnit.NANOSECONDS);
        if (outcome == null) {
            return;
        }
        reconciliations.record(nanos, TimeUnit.NANOSECONDS);
        Objects.requireNonNull(outcomes.get(outcome)).increment();
        if (outcome == ReconcileOutcome.ERROR) {
            errors.increment();
        }
    }
}
