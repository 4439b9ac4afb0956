package io.olm4j.applier.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.json.LiveObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was written and has not come back through an informer yet, so that a reconcile right after a write does not take
 * the older state for drift. The informer may be the faster one: what it saw deleted by then is not believed to be
 * there.
 */
final class RecentWrites {

    /** An informer that is further behind than this is not waited for. */
    private static final Duration TRUSTED = Duration.ofSeconds(30);

    /** Those that no informer reports are swept out when there are so many. */
    private static final int SWEEP_AT = 1000;

    private final Clock clock;
    private final Map<ObjectRef, Known> known = new ConcurrentHashMap<>();

    /** The last that is known of an object; {@code written} is empty if that is its deletion. */
    private record Known(String resourceVersion, Optional<ObjectNode> written, Instant at) {

        boolean isDeletionOf(String version) {
            return written.isEmpty() && !isNewer(version, resourceVersion);
        }
    }

    RecentWrites(Clock clock) {
        this.clock = clock;
    }

    void wrote(ObjectRef ref, ObjectNode object) {
        String version = new LiveObject(object).resourceVersion();
        Known written = new Known(version, Optional.of(object), clock.instant());
        known.compute(ref, (r, before) -> before != null && before.isDeletionOf(version) ? before : written);
        sweep();
    }

    /** Forgets a write that an informer has seen, or something newer. */
    void seen(ObjectRef ref, String resourceVersion) {
        known.computeIfPresent(ref, (r, last) -> isNewer(last.resourceVersion(), resourceVersion) ? last : null);
    }

    /**
     * Forgets the writes of a kind that an informer must have seen, as it listed everything at this resource version.
     */
    void listed(GroupVersionKind kind, String resourceVersion) {
        known.entrySet()
                .removeIf(entry -> entry.getValue().written().isPresent()
                        && GroupVersionKind.of(entry.getKey()).equals(kind)
                        && !isNewer(entry.getValue().resourceVersion(), resourceVersion));
    }

    /** An informer saw that an object was deleted; {@code resourceVersion} is the last it had. */
    void deleted(ObjectRef ref, String resourceVersion) {
        known.put(ref, new Known(resourceVersion, Optional.empty(), clock.instant()));
        sweep();
    }

    /** An object was found not to exist. */
    void gone(ObjectRef ref) {
        known.remove(ref);
    }

    /** The written object, if the informer holds nothing that new. */
    Optional<ObjectNode> newerThan(ObjectRef ref, String resourceVersion) {
        Known last = known.get(ref);
        if (last == null) {
            return Optional.empty();
        }
        if (isOld(last, clock.instant())) {
            known.remove(ref, last);
            return Optional.empty();
        }
        return last.written().filter(object -> isNewer(last.resourceVersion(), resourceVersion));
    }

    private void sweep() {
        if (known.size() > SWEEP_AT) {
            Instant now = clock.instant();
            known.values().removeIf(last -> isOld(last, now));
        }
    }

    private static boolean isOld(Known last, Instant now) {
        return last.at().plus(TRUSTED).isBefore(now);
    }

    /** Resource versions of one kind compare as numbers; one that is none is never newer. */
    private static boolean isNewer(String version, String other) {
        try {
            long number = Long.parseLong(version);
            return other.isEmpty() || number > Long.parseLong(other);
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
