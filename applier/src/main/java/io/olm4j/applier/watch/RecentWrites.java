package io.olm4j.applier.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was written and has not come back through an informer yet, so that a reconcile right after a write does not take the
 * older state for drift.
 */
final class RecentWrites {

    /** An informer that is further behind than this is not waited for. */
    private static final Duration TRUSTED = Duration.ofSeconds(30);

    /** Writes that no informer reports are swept out when there are so many. */
    private static final int SWEEP_AT = 1000;

    private final Clock clock;
    private final Map<ObjectRef, Written> writes = new ConcurrentHashMap<>();

    private record Written(ObjectNode object, Instant at) {}

    RecentWrites(Clock clock) {
        this.clock = clock;
    }

    void wrote(ObjectRef ref, ObjectNode object) {
        Instant now = clock.instant();
        writes.put(ref, new Written(object, now));
        if (writes.size() > SWEEP_AT) {
            writes.values().removeIf(written -> isOld(written, now));
        }
    }

    /** Forgets a write that an informer has seen, or something newer. */
    void seen(ObjectRef ref, String resourceVersion) {
        writes.computeIfPresent(ref, (r, written) -> isNewer(written.object(), resourceVersion) ? written : null);
    }

    void deleted(ObjectRef ref) {
        writes.remove(ref);
    }

    /** The written object, if the informer holds nothing that new. */
    Optional<ObjectNode> newerThan(ObjectRef ref, String resourceVersion) {
        Written written = writes.get(ref);
        if (written == null) {
            return Optional.empty();
        }
        if (isOld(written, clock.instant())) {
            writes.remove(ref, written);
            return Optional.empty();
        }
        return isNewer(written.object(), resourceVersion) ? Optional.of(written.object()) : Optional.empty();
    }

    private static boolean isOld(Written written, Instant now) {
        return written.at().plus(TRUSTED).isBefore(now);
    }

    /** Resource versions of one kind compare as numbers; one that is none is never newer. */
    private static boolean isNewer(ObjectNode object, String resourceVersion) {
        try {
            long mine = Long.parseLong(
                    object.path("metadata").path("resourceVersion").asText(""));
            return resourceVersion.isEmpty() || mine > Long.parseLong(resourceVersion);
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
