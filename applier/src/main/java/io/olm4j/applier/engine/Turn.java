package io.olm4j.applier.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One call of a roll-out or a teardown. It starts no more writes after {@link #LONGEST}, because it holds memory and a
 * place while it waits for the API server, for example for a webhook that does not answer. The next call continues.
 * Every call may make some writes, so that the work makes progress.
 */
final class Turn {

    static final Duration LONGEST = Duration.ofSeconds(30);

    /** Says in a message why the rest is left to the next call. */
    static final String OVER =
            "this pass took too long, because the API server or a webhook answers slowly; the next pass continues";

    /** A turn with fewer writes may also write after {@link #LONGEST}, but not after {@link #LAST_MOMENT}. */
    static final int MIN_WRITES = 16;

    private static final Duration LAST_MOMENT = LONGEST.multipliedBy(2);

    private final InstantSource time;
    private final Instant end;
    private final Instant lastMoment;
    private final AtomicInteger writes = new AtomicInteger();

    Turn(InstantSource time) {
        this.time = time;
        Instant start = time.instant();
        this.end = start.plus(LONGEST);
        this.lastMoment = start.plus(LAST_MOMENT);
    }

    /** Whether no further write may start. */
    boolean isOver() {
        Instant now = time.instant();
        return now.isAfter(lastMoment) || (writes.get() >= MIN_WRITES && now.isAfter(end));
    }

    /** Whether a write may start now; it then counts. The first one always may. */
    boolean takesWrite() {
        if (writes.compareAndSet(0, 1)) {
            return true;
        }
        if (isOver()) {
            return false;
        }
        writes.incrementAndGet();
        return true;
    }
}
