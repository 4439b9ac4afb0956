package io.olm4j.applier.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One call of a roll-out. It starts no more writes after a time, because it holds memory and a place while it waits for
 * the API server, for example because a webhook does not answer; the next call goes on. Some writes are always made, so
 * that every call gets further.
 */
final class Turn {

    static final Duration LONGEST = Duration.ofSeconds(30);

    /** The writes that every turn may make. */
    static final int MIN_WRITES = 16;

    private final InstantSource time;
    private final Instant end;
    private final AtomicInteger writes = new AtomicInteger();

    Turn(InstantSource time) {
        this.time = time;
        this.end = time.instant().plus(LONGEST);
    }

    /** Whether no further write may start. */
    boolean isOver() {
        return writes.get() >= MIN_WRITES && time.instant().isAfter(end);
    }

    /** Whether a write may start now; it then counts. */
    boolean takesWrite() {
        if (isOver()) {
            return false;
        }
        writes.incrementAndGet();
        return true;
    }
}
