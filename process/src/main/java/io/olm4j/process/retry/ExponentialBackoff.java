package io.olm4j.process.retry;

import java.time.Duration;

/**
 * Pauses that double with each failure in a row, up to a bound.
 *
 * @param first the pause after the first failure
 * @param longest the upper bound
 */
public record ExponentialBackoff(Duration first, Duration longest) {

    /** After this many doublings every pause exceeds any bound. */
    private static final int DOUBLINGS = 20;

    /** The pause after a number of failures in a row, from 1. */
    public Duration after(int failures) {
        Duration pause = first.multipliedBy(1L << Math.min(failures - 1, DOUBLINGS));
        return pause.compareTo(longest) < 0 ? pause : longest;
    }
}
