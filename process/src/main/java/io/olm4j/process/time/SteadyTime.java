package io.olm4j.process.time;

import java.time.Instant;
import java.time.InstantSource;

/**
 * Time for pauses and expiries within a process: it does not jump when the clock of the machine is set, and it stands
 * still while the machine is suspended. Its instants mean nothing outside the process, and are comparable only with
 * instants of the same object.
 */
public final class SteadyTime implements InstantSource {

    private final Instant start = Instant.now();
    private final long startNanos = System.nanoTime();

    /** The time of the machine when this object was created, plus the time since then. */
    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - startNanos);
    }
}
