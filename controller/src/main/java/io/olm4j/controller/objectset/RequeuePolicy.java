package io.olm4j.controller.objectset;

import io.olm4j.process.retry.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Decides when a set is requeued if no event comes before. */
final class RequeuePolicy {

    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** As in the original operator-controller. */
    private static final Duration OBSTRUCTED = Duration.ofSeconds(10);

    /** The pause for outcomes that an event ends, in case the event is missed. */
    private static final Duration MISSED_EVENT = Duration.ofMinutes(10);

    private static final Duration ARCHIVING = Duration.ofSeconds(5);

    /** One count for all failures, because the kind of failure changes while a set is being repaired. */
    private static final String FAILURE = "";

    private final Map<String, Count> counts = new ConcurrentHashMap<>();

    /** How many reconciles in a row found a set waiting for the same. */
    private record Count(String what, int passes) {}

    /**
     * The pause after a reconcile; empty if only an event requeues the set.
     *
     * @param deadline a set that has not rolled out is requeued at the latest when this passes
     */
    Optional<Duration> after(String uid, SetOutcome outcome, Optional<ProgressDeadline> deadline, Instant now) {
        Optional<Duration> pause = switch (outcome) {
            case SetOutcome.Retrying _, SetOutcome.Blocked _ -> Optional.of(backOff(uid));
            case SetOutcome.Refused _ -> Optional.of(MISSED_EVENT);
            case SetOutcome.Invalid(String _, boolean watched) -> Optional.of(watched ? MISSED_EVENT : OBSTRUCTED);
            case SetOutcome.Obstructed _ -> Optional.of(OBSTRUCTED);
            case SetOutcome.Archiving _ -> Optional.of(ARCHIVING);
            // Most objects that it waits for are watched; a foreign object that is being deleted is not.
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

    /** Counts a failure; returns the pause: 1 s, doubled each time, at most a minute. */
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
