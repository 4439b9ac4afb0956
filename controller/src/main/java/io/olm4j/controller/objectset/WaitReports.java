package io.olm4j.controller.objectset;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts off the report of a wait that goes on. A wait for one cause is reported after some time. A wait whose cause
 * changes is reported after a longer time. Most waits end before that, and each written status causes other reconciles
 * and delays other requests.
 */
final class WaitReports {

    private final Duration forTheSame;
    private final Duration atAll;
    private final Map<String, Wait> waits = new ConcurrentHashMap<>();

    private record Wait(String what, Instant since, Instant first) {

        static Wait next(@Nullable Wait before, String what, Instant now) {
            if (before == null) {
                return new Wait(what, now, now);
            }
            return before.what().equals(what) ? before : new Wait(what, now, before.first());
        }
    }

    /**
     * @param forTheSame the time after which a wait for one cause is reported
     * @param atAll the time after which a wait whose cause changes is reported
     */
    WaitReports(Duration forTheSame, Duration atAll) {
        this.forTheSame = forTheSame;
        this.atAll = atAll;
    }

    /** How long the report that a set waits for something must be put off; empty if it is due. */
    Optional<Duration> pause(String uid, String what, Instant now) {
        Wait wait = Objects.requireNonNull(waits.compute(uid, (_, before) -> Wait.next(before, what, now)));
        Duration same = Duration.between(now, wait.since().plus(forTheSame));
        Duration all = Duration.between(now, wait.first().plus(atAll));
        return Optional.of(same.compareTo(all) < 0 ? same : all).filter(Duration::isPositive);
    }

    void forget(String uid) {
        waits.remove(uid);
    }
}
