package io.olm4j.applier.object;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Decides when the API server is asked to retry the deletion of a CRD: some seconds after the failure, then after
 * pauses that double. The rate for all CRDs together is limited to a few in a second.
 */
final class DeletionRetries {

    private static final Duration FIRST = Duration.ofSeconds(4);

    /** The longest pause; the API server itself checks all CRDs again every five minutes. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    /** The number of requests at once; {@link #PER_SECOND} is the number of further requests in a second. */
    private static final int BURST = 10;

    private static final int PER_SECOND = 5;

    /** A CRD without a request for this long counts as deleted. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(30);

    private final InstantSource time;
    private final RandomGenerator random;
    private final Map<String, Failing> failing = new HashMap<>();
    private double places = BURST;
    private Instant counted;

    /** @param next the time of the next permitted request */
    private record Failing(Duration pause, Instant next) {}

    DeletionRetries(InstantSource time, RandomGenerator random) {
        this.time = time;
        this.random = random;
        this.counted = time.instant();
    }

    /** Whether to ask now for a CRD whose deletion has failed. A positive answer sets the time of the next request. */
    synchronized boolean isDue(String uid) {
        Instant now = time.instant();
        failing.values().removeIf(one -> one.next().plus(FORGOTTEN).isBefore(now));
        Failing known = failing.get(uid);
        if (known == null) {
            // The API server itself retries within moments.
            failing.put(uid, after(FIRST, now));
            return false;
        }
        if (now.isBefore(known.next()) || !takePlace(now)) {
            return false;
        }
        Duration doubled = known.pause().multipliedBy(2);
        failing.put(uid, after(doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST, now));
        return true;
    }

    /**
     * Varies the pause between half and one and a half of its length, so that CRDs that failed together are not retried
     * together.
     */
    private Failing after(Duration pause, Instant now) {
        return new Failing(pause, now.plusMillis((long) (pause.toMillis() * (0.5 + random.nextDouble()))));
    }

    private boolean takePlace(Instant now) {
        double refilled = Duration.between(counted, now).toMillis() * PER_SECOND / 1000.0;
        places = Math.min(BURST, places + Math.max(0, refilled));
        counted = now;
        if (places < 1) {
            return false;
        }
        places--;
        return true;
    }
}
