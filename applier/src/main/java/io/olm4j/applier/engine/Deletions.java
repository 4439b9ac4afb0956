package io.olm4j.applier.engine;

import io.olm4j.api.ObjectRef;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers what the API server said about objects that are being deleted. Each change of such an object starts a pass,
 * and most passes only find that it still exists.
 */
final class Deletions {

    /** Shorter than the time after which a set that waits is reconciled without an event. */
    private static final Duration PAUSE = Duration.ofSeconds(4);

    private final Clock clock;
    private final Map<String, Map<ObjectRef, Look>> looks = new ConcurrentHashMap<>();

    private record Look(String uid, String text, Instant at) {}

    Deletions(Clock clock) {
        this.clock = clock;
    }

    /** Records that the API server still had an object; {@code text} says what it waits for. */
    void saw(String revision, ObjectRef ref, String uid, String text) {
        looks.computeIfAbsent(revision, _ -> new ConcurrentHashMap<>()).put(ref, new Look(uid, text, clock.instant()));
    }

    /** The last text for an object with this UID, if the API server was asked less than four seconds ago. */
    Optional<String> recently(String revision, ObjectRef ref, String uid) {
        return Optional.ofNullable(looks.getOrDefault(revision, Map.of()).get(ref))
                .filter(look -> look.uid().equals(uid)
                        && clock.instant().isBefore(look.at().plus(PAUSE)))
                .map(Look::text);
    }

    /** Forgets the objects of a revision. */
    void forget(String revision) {
        looks.remove(revision);
    }
}
