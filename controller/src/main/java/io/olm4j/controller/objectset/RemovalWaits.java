package io.olm4j.controller.objectset;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts off the report of a deletion that goes on: one that has waited for the same for two seconds is reported, and one
 * that has waited at all for five seconds. Most deletions end before, and each status that is written has its price:
 * other reconciles, and requests that wait behind it.
 */
final class RemovalWaits {

    private static final Duration FOR_THE_SAME = Duration.ofSeconds(2);
    private static final Duration AT_ALL = Duration.ofSeconds(5);

    private final Map<String, Wait> waits = new ConcurrentHashMap<>();

    private record Wait(String what, Instant since, Instant first) {

        static Wait next(@Nullable Wait before, String what, Instant now) {
            if (before == null) {
                return new Wait(what, now, now);
            }
            return before.what().equals(what) ? before : new Wait(what, now, before.first());
        }

        Duration untilReport(Instant now) {
            Duration same = Duration.between(now, since.plus(FOR_THE_SAME));
            Duration all = Duration.between(now, first.plus(AT_ALL));
            return same.compareTo(all) < 0 ? same : all;
        }
    }

    /** How long the report that a set waits for something must be put off; empty if it is due. */
    Optional<Duration> pause(String uid, String what, Instant now) {
        Wait wait = Objects.requireNonNull(waits.compute(uid, (_, before) -> Wait.next(before, what, now)));
        return Optional.of(wait.untilReport(now)).filter(Duration::isPositive);
    }

    void forget(String uid) {
        waits.remove(uid);
    }
}
