package io.olm4j.controller.cluster;

import io.olm4j.process.retry.ExponentialBackoff;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * When discovery is read after events, in milliseconds of some clock: soon after the first event of a burst, and again
 * later because discovery may lag behind what the event tells; after a failure, after pauses that double up to a
 * minute. Pure.
 */
final class ReadPace {

    /** After an event. */
    private static final List<Long> LOOKS = List.of(300L, 3_000L, 15_000L);

    private static final long SHORTEST_PAUSE = 2_000;
    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofMillis(SHORTEST_PAUSE), Duration.ofMinutes(1));

    private long firstEvent;
    private long lastEvent;
    private long lastRead = Long.MIN_VALUE / 2;
    private int failures;

    /** Of {@link #LOOKS}, since the last event; all if there was none. */
    private int looked = LOOKS.size();

    /** Something may have changed. */
    void event(long now) {
        if (looked > 0) {
            firstEvent = now;
        }
        lastEvent = now;
        looked = 0;
    }

    /** When discovery is to be read; empty if no event is left. */
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

    /** A read that began at {@code start} went well; events since then still count. */
    void succeeded(long start) {
        lastRead = start;
        failures = 0;
        while (looked < LOOKS.size() && lastEvent + LOOKS.get(looked) <= start) {
            looked++;
        }
    }

    /** A read that began at {@code start} failed. */
    void failed(long start) {
        lastRead = start;
        failures++;
    }
}
