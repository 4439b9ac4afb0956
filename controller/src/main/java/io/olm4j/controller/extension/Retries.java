package io.olm4j.controller.extension;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How long to wait before the next attempt at what failed: 1 s, doubled each time, at most a minute; a success starts anew. */
final class Retries {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    /** Counts a failure of an extension; returns the pause before the next attempt. */
    Duration afterFailure(String uid) {
        int count = failures.merge(uid, 1, Integer::sum);
        Duration pause = FIRST.multipliedBy(1L << Math.min(count - 1, 16));
        return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
    }

    void forget(String uid) {
        failures.remove(uid);
    }
}
