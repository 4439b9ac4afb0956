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

/**
 * Limits status writes while a set rolls out, and status writes that change only messages, to one in four seconds: the
 * object that the set waits for changes all the time, and each write causes one of the extension. A roll-out that ends
 * within four seconds writes only its end. The end of a roll-out, and what keeps it from going on, is written at once.
 */
final class StatusWriteLimiter {

    private static final Duration PACE = Duration.ofSeconds(4);

    private final Map<String, Instant> written = new ConcurrentHashMap<>();

    /** How long the write of a status must wait; empty if the status is to be written now. */
    Optional<Duration> pause(String uid, ClusterObjectSetStatus before, ClusterObjectSetStatus after, Instant now) {
        boolean isFirst = isRollingOut(after) && progress(before).isEmpty();
        Instant last = isFirst ? written.computeIfAbsent(uid, _ -> now) : written.get(uid);
        boolean canWait = isFirst
                || (isRollingOut(after) && isRollingOut(before))
                || withoutMessages(before).equals(withoutMessages(after));
        if (last == null || !canWait) {
            return Optional.empty();
        }
        return Optional.of(Duration.between(now, last.plus(PACE))).filter(Duration::isPositive);
    }

    private static boolean isRollingOut(ClusterObjectSetStatus status) {
        return progress(status)
                .filter(condition -> condition.isTrue() && condition.reason().equals(Reasons.ROLLING_OUT))
                .isPresent();
    }

    private static Optional<Condition> progress(ClusterObjectSetStatus status) {
        return Conditions.find(status.conditions(), ConditionTypes.PROGRESSING);
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
    }

    void forget(String uid) {
        written.remove(uid);
    }
}
