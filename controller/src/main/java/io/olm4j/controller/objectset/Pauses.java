package io.olm4j.controller.objectset;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** When a set is looked at again if no event comes before. */
final class Pauses {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** As in the reference. */
    private static final Duration OBSTRUCTED = Duration.ofSeconds(10);

    /** What ends by an event is looked at so seldom, should one be missed. */
    private static final Duration MISSED_EVENT = Duration.ofMinutes(10);

    private static final Duration ARCHIVING = Duration.ofSeconds(5);

    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    /**
     * The pause after a pass.
     *
     * @param deadline an otherwise quiet set is looked at when this passes
     */
    Optional<Duration> after(String uid, SetOutcome outcome, Optional<Deadline> deadline, Instant now) {
        Optional<Duration> pause = switch (outcome) {
            case SetOutcome.Retrying _, SetOutcome.Blocked _ -> Optional.of(backOff(uid));
            case SetOutcome.Refused _ -> Optional.of(MISSED_EVENT);
            case SetOutcome.Obstructed _ -> Optional.of(OBSTRUCTED);
            case SetOutcome.Archiving _ -> Optional.of(ARCHIVING);
            case SetOutcome.RollingOut _, SetOutcome.RolledOut _, SetOutcome.Archived _ -> {
                forget(uid);
                yield Optional.empty();
            }
        };
        if (outcome instanceof SetOutcome.RolledOut) {
            return pause;
        }
        Optional<Duration> untilDeadline = deadline.map(d -> d.remaining(now)).filter(Duration::isPositive);
        return untilDeadline
                .filter(remaining -> pause.isEmpty() || remaining.compareTo(pause.get()) < 0)
                .or(() -> pause);
    }

    /** Counts a failure: 1 s, doubled each time, at most a minute. */
    Duration backOff(String uid) {
        int count = failures.merge(uid, 1, Integer::sum);
        Duration pause = FIRST.multipliedBy(1L << Math.min(count - 1, 16));
        return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
    }

    void forget(String uid) {
        failures.remove(uid);
    }
}
