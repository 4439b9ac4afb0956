package io.olm4j.process.time;

import java.time.Instant;
import java.time.InstantSource;

/**
 * Time for pauses and expiries within a process: it goes on evenly when the clock of the machine is set. Its instants
 * mean nothing outside the process; statuses, Events and logs name the time of the machine's clock.
 */
public final class SteadyTime implements InstantSource {

    private final Instant start = Instant.now();
    private final long startNanos = System.nanoTime();

    /** The time at which this object was created, and what has passed since. */
    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - startNanos);
    }
}
