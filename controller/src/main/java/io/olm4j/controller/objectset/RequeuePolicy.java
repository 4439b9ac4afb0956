package io.olm4j.controller.objectset;

import io.olm4j.process.retry.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** When a set is looked at again if no event comes before. */
final class RequeuePolicy {

    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** As in the reference. */
    private static final Duration OBSTRUCTED = Duration.ofSeconds(10);

    /** What ends by an event is looked at so seldom, should one be missed. */
    private static final Duration MISSED_EVENT = Duration.ofMinutes(10);

    private static final Duration ARCHIVING = Duration.ofSeconds(5);

    /** One count for all failures: what goes wrong changes while a set is being repaired. */
    private static final String FAILURE = "";

    private final Map<String, Count> counts = new ConcurrentHashMap<>();

    /** How often a set was found to wait for the same. */
    private record Count(String what, int passes) {}

    /**
     * The pause after a pass.
     *
     * @param deadline an otherwise quiet set is looked at when this passes
     */
    Optional<Duration> after(String uid, SetOutcome outcome, Optional<Deadline> deadline, Instant now) {
        Optional<Duration> pause = switch (outcome) {
            case SetOutcome.Retrying _, SetOutcome.Blocked _ -> Optional.of(backOff(uid));
            case SetOutcome.Refused _, SetOutcome.Invalid _ -> Optional.of(MISSED_EVENT);
            case SetOutcome.Obstructed _ -> Optional.of(OBSTRUCTED);
            case SetOutcome.Archiving _ -> Optional.of(ARCHIVING);
            // Most of what it waits for is watched; an object that is not ours, and is being deleted, is not.
            case SetOutcome.RollingOut(String probes) -> Optional.of(backOff(uid, probes));
            case SetOutcome.RolledOut _, SetOutcome.Archived _ -> {
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
        return backOff(uid, FAILURE);
    }

    private Duration backOff(String uid, String what) {
        int passes = counts.compute(
                        uid,
                        (_, before) -> new Count(
                                what, before == null || !before.what().equals(what) ? 1 : before.passes() + 1))
                .passes();
        return BACKOFF.after(passes);
    }

    void forget(String uid) {
        counts.remove(uid);
    }
}
