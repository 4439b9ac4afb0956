package io.olm4j.controller.objectset;

import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Puts off status writes that are of little use, because each causes a write of the extension too. While a set rolls
 * out, what it waits for is written when it has been the same for four seconds, or after ten seconds at the latest. So
 * is the failure of a probe of a set whose objects a newer revision is taking over. A status that changes only messages
 * is written once in four seconds. The end of a roll-out, and what keeps it from going on, is written at once.
 */
final class StatusWriteLimiter {

    private static final Duration PACE = Duration.ofSeconds(4);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final Map<String, Instant> written = new ConcurrentHashMap<>();
    private final WaitReports waits = new WaitReports(PACE, LONGEST);

    /**
     * How long the write of a status must wait; empty if the status is to be written now.
     *
     * @param isReplaced whether a newer revision is taking over the objects of the set
     */
    Optional<Duration> pause(
            String uid, ClusterObjectSetStatus before, ClusterObjectSetStatus after, boolean isReplaced, Instant now) {
        boolean goesOn =
                isRollingOut(after) && (isRollingOut(before) || progress(before).isEmpty());
        if (goesOn || (isReplaced && onlyFailsProbes(before, after))) {
            return waits.pause(uid, messages(after), now);
        }
        Instant last = written.get(uid);
        if (last == null || !withoutMessages(before).equals(withoutMessages(after))) {
            return Optional.empty();
        }
        return Optional.of(Duration.between(now, last.plus(PACE))).filter(Duration::isPositive);
    }

    private static boolean isRollingOut(ClusterObjectSetStatus status) {
        return progress(status)
                .filter(condition -> condition.isTrue() && condition.reason().equals(Reasons.ROLLING_OUT))
                .isPresent();
    }

    private static boolean onlyFailsProbes(ClusterObjectSetStatus before, ClusterObjectSetStatus after) {
        return isAvailable(before)
                && !isAvailable(after)
                && progress(before).equals(progress(after))
                && before.observedPhases().equals(after.observedPhases());
    }

    private static boolean isAvailable(ClusterObjectSetStatus status) {
        return Conditions.isTrue(status.conditions(), ConditionTypes.AVAILABLE);
    }

    private static Optional<Condition> progress(ClusterObjectSetStatus status) {
        return Conditions.find(status.conditions(), ConditionTypes.PROGRESSING);
    }

    private static String messages(ClusterObjectSetStatus status) {
        return status.conditions().stream().map(Condition::message).collect(Collectors.joining("\n"));
    }

    private static ClusterObjectSetStatus withoutMessages(ClusterObjectSetStatus status) {
        List<Condition> conditions = status.conditions().stream()
                .map(condition -> new Condition(
                        condition.type(),
                        condition.status(),
                        condition.reason(),
                        "",
                        condition.observedGeneration(),
                        condition.lastTransitionTime()))
                .toList();
        return new ClusterObjectSetStatus(conditions, status.observedPhases());
    }

    void wrote(String uid, Instant now) {
        written.put(uid, now);
        waits.forget(uid);
    }

    /** Notes that the status is as it was written last: a wait that was put off has ended. */
    void settled(String uid) {
        waits.forget(uid);
    }

    void forget(String uid) {
        written.remove(uid);
        waits.forget(uid);
    }
}
