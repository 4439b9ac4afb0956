package io.olm4j.oci.registry;

import java.time.Duration;

/**
 * The time at which something must be done.
 *
 * @param limit how long it may take, for messages
 * @param end by {@link System#nanoTime}
 */
public record Deadline(Duration limit, long end) {

    /** A deadline that begins now. */
    public static Deadline in(Duration limit) {
        return new Deadline(limit, System.nanoTime() + limit.toNanos());
    }

    boolean isOver() {
        return end - System.nanoTime() <= 0;
    }

    /** The rest of the time in nanoseconds, at least one. */
    long nanosLeft() {
        return Math.max(1, end - System.nanoTime());
    }
}
