package io.olm4j.controller.objectset;

import io.olm4j.process.retry.ExponentialBackoff;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * When one set is taken up again after events that concern it, in milliseconds of some clock: soon after the first
 * event, and again later because the authorizer of an API server learns of a role after we do. However many events
 * come, the set is taken up once a second at first, then after pauses that double up to a minute, until a minute passes
 * without any. Pure.
 */
final class RequeuePacing {

    /**
     * After an event: changes of roles and accounts come in bursts, and on a busy machine the authorizer can be late.
     */
    private static final List<Long> LOOKS = List.of(300L, 5_000L, 30_000L);

    private static final long LONGEST_PAUSE = 60_000;
    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMillis(LONGEST_PAUSE));

    /** So often before pauses grow. */
    private static final int BURST = 4;

    private long firstEvent;
    private long lastEvent;
    private long lastWake;
    private int wakes;

    /** Of {@link #LOOKS}, since the last event; all if there was none. */
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

    /** When the set is to be taken up; empty if no event is left. */
    OptionalLong next() {
        if (looked == LOOKS.size()) {
            return OptionalLong.empty();
        }
        long wanted = looked == 0 ? firstEvent + LOOKS.getFirst() : lastEvent + LOOKS.get(looked);
        return OptionalLong.of(wakes == 0 ? wanted : Math.max(wanted, lastWake + pause()));
    }

    /** Whether it has not been taken up since it last was without events for a minute. */
    boolean isCalm() {
        return wakes == 0;
    }

    private long pause() {
        return BACKOFF.after(Math.max(wakes - BURST, 0) + 1).toMillis();
    }

    /** The set is taken up. */
    void woke(long now) {
        lastWake = now;
        wakes++;
        do {
            looked++;
        } while (looked < LOOKS.size() && lastEvent + LOOKS.get(looked) <= now);
    }

    /** The set waits for nothing any more: only an event that has not been looked at yet counts. */
    void settle() {
        looked = looked == 0 ? 0 : LOOKS.size();
    }
}
