package io.olm4j.controller.cluster;

import io.olm4j.process.retry.ExponentialBackoff;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * Decides when discovery is read after events. Times are milliseconds of some clock. Discovery is read soon after the
 * first event of a burst, and again later, because it may lag behind the event. After failures it is read after pauses
 * that double up to a minute. Pure.
 */
final class DiscoverySchedule {

    /** The reads after an event, in milliseconds since the event. */
    private static final List<Long> LOOKS = List.of(300L, 3_000L, 15_000L);

    private static final long SHORTEST_PAUSE = 2_000;
    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofMillis(SHORTEST_PAUSE), Duration.ofMinutes(1));

    private long firstEvent;
    private long lastEvent;
    private long lastRead = Long.MIN_VALUE / 2;
    private int failures;

    /** How many of the {@link #LOOKS} are done since the last event; all of them if there was no event. */
    private int looked = LOOKS.size();

    /** Notes that something may have changed. */
    void event(long now) {
        if (looked > 0) {
            firstEvent = now;
        }
        lastEvent = now;
        looked = 0;
    }

    /** When to read discovery next; empty if no read is due. */
    OptionalLong next() {
        if (failures > 0) {
            return OptionalLong.of(lastRead + BACKOFF.after(failures).toMillis());
        }
        if (looked == LOOKS.size()) {
            return OptionalLong.empty();
        }
        long wanted = looked == 0 ? firstEvent + LOOKS.getFirst() : lastEvent + LOOKS.get(looked);
        return OptionalLong.of(Math.max(wanted, lastRead + SHORTEST_PAUSE));
    }

    /** Notes that a read which began at {@code start} succeeded; events since then still count. */
    void succeeded(long start) {
        lastRead = start;
        failures = 0;
        while (looked < LOOKS.size() && lastEvent + LOOKS.get(looked) <= start) {
            looked++;
        }
    }

    /** Notes that a read which began at {@code start} failed. */
    void failed(long start) {
        lastRead = start;
        failures++;
    }
}
