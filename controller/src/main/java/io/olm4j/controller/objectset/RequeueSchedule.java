package io.olm4j.controller.objectset;

import io.olm4j.process.retry.ExponentialBackoff;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * Decides when one set is requeued after events that concern it. Times are milliseconds of some clock. The set is
 * requeued soon after the first event, and again later, because the authorizer of an API server learns of a role after
 * this process does. If many events come, the set is requeued once a second at first, then after pauses that double up
 * to a minute, until a minute passes without an event. Pure.
 */
final class RequeueSchedule {

    /**
     * The requeues after an event, in milliseconds since the event: changes of roles and accounts come in bursts, and
     * on a busy machine the authorizer can be late.
     */
    private static final List<Long> LOOKS = List.of(300L, 5_000L, 30_000L);

    private static final long LONGEST_PAUSE = 60_000;
    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMillis(LONGEST_PAUSE));

    /** The number of requeues before pauses grow. */
    private static final int BURST = 4;

    private long firstEvent;
    private long lastEvent;
    private long lastWake;
    private int wakes;

    /** How many of the {@link #LOOKS} are done since the last event; all of them if there was no event. */
    private int looked = LOOKS.size();

    void event(long now) {
        if (wakes > 0 && now - Math.max(lastEvent, lastWake) > LONGEST_PAUSE) {
            wakes = 0;
        }
        if (looked > 0) {
            firstEvent = now;
        }
        lastEvent = now;
        looked = 0;
    }

    /** When to requeue the set; empty if no requeue is due. */
    OptionalLong next() {
        if (looked == LOOKS.size()) {
            return OptionalLong.empty();
        }
        long wanted = looked == 0 ? firstEvent + LOOKS.getFirst() : lastEvent + LOOKS.get(looked);
        return OptionalLong.of(wakes == 0 ? wanted : Math.max(wanted, lastWake + pause()));
    }

    /** Whether the set has not been requeued since the last minute without events. */
    boolean isCalm() {
        return wakes == 0;
    }

    private long pause() {
        return BACKOFF.after(Math.max(wakes - BURST, 0) + 1).toMillis();
    }

    /** Notes that the set is requeued. */
    void woke(long now) {
        lastWake = now;
        wakes++;
        do {
            looked++;
        } while (looked < LOOKS.size() && lastEvent + LOOKS.get(looked) <= now);
    }

    /** Notes that the set no longer waits: only an event that has not caused a requeue yet counts. */
    void settle() {
        looked = looked == 0 ? 0 : LOOKS.size();
    }
}
