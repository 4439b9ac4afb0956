package io.olm4j.controller.objectset;

import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits status writes that change only messages to one per second: while a set with many objects rolls out, the object
 * that it waits for changes all the time.
 */
final class StatusWriteLimiter {

    private static final Duration PACE = Duration.ofSeconds(1);

    private final Map<String, Instant> written = new ConcurrentHashMap<>();

    /** How long the write of a status must wait; empty if the status is to be written now. */
    Optional<Duration> pause(String uid, ClusterObjectSetStatus before, ClusterObjectSetStatus after, Instant now) {
        Instant last = written.get(uid);
        if (last == null || !withoutMessages(before).equals(withoutMessages(after))) {
            return Optional.empty();
        }
        return Optional.of(Duration.between(now, last.plus(PACE))).filter(Duration::isPositive);
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
