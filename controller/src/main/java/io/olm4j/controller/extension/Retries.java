package io.olm4j.controller.extension;

import io.olm4j.process.retry.ExponentialBackoff;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long to wait before the next attempt at what failed: 1 s, doubled each time, at most a minute; a success starts
 * anew.
 */
final class Retries {

    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    /** Counts a failure of an extension; returns the pause before the next attempt. */
    Duration afterFailure(String uid) {
        return BACKOFF.after(failures.merge(uid, 1, Integer::sum));
    }

    void forget(String uid) {
        failures.remove(uid);
    }
}
