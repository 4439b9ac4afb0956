package io.olm4j.controller.extension;

import io.olm4j.process.retry.ExponentialBackoff;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pause before the next attempt after a failure: 1 s, doubled with each failure, at most a minute. A success resets
 * it.
 */
final class FailureBackoff {

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
