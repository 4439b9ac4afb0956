package io.olm4j.catalogd;

import io.olm4j.process.retry.ExponentialBackoff;
import java.time.Duration;

/**
 * How long catalogd waits.
 *
 * @param pollUnit the unit of {@code pollIntervalMinutes}: a minute, except in tests
 * @param firstRetry wait after the first failure; it doubles with every further one
 * @param longestRetry longest wait after a failure
 * @param garbageCollection wait between two garbage collections
 */
public record Timing(Duration pollUnit, Duration firstRetry, Duration longestRetry, Duration garbageCollection) {

    public static final Timing DEFAULT =
            new Timing(Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofMinutes(2), Duration.ofHours(12));

    /** The same with another wait between two garbage collections. */
    public Timing withGarbageCollection(Duration interval) {
        return new Timing(pollUnit, firstRetry, longestRetry, interval);
    }

    /** The wait after a number of failures in a row, from 1. */
    Duration retryAfter(int failures) {
        return new ExponentialBackoff(firstRetry, longestRetry).after(failures);
    }
}
