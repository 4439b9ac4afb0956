package io.olm4j.applier.engine;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Says when the API server is asked again to delete a CRD: some seconds after it has failed, then after pauses that
 * double, and a few in a second for all CRDs together.
 */
final class DeletionRetries {

    private static final Duration FIRST = Duration.ofSeconds(4);

    /** By itself the API server looks at all CRDs again every five minutes. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    /** So many at once, and so many more in a second. */
    private static final int BURST = 10;

    private static final int PER_SECOND = 5;

    /** A CRD that has not been asked for as long as this is gone. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(30);

    private final Clock clock;
    private final RandomGenerator random;
    private final Map<String, Failing> failing = new HashMap<>();
    private double places = BURST;
    private Instant counted;

    /** @param next when it may be asked again */
    private record Failing(Duration pause, Instant next) {}

    DeletionRetries(Clock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
        this.counted = clock.instant();
    }

    /** Whether to ask now, for a CRD that is seen to have failed; if so, the next time is later. */
    synchronized boolean isDue(String uid) {
        Instant now = clock.instant();
        failing.values().removeIf(one -> one.next().plus(FORGOTTEN).isBefore(now));
        Failing known = failing.get(uid);
        if (known == null) {
            // It tries again by itself within moments.
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

    /** Between half of the pause and one and a half, so that CRDs that failed at once are not asked at once. */
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
