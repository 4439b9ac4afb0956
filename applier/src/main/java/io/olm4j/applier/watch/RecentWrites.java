package io.olm4j.applier.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.json.LiveObject;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Objects that were written and that an informer has not reported yet. Without them, a reconcile right after a write
 * would take the older state for drift. The informer may also be faster: an object that it has already reported as
 * deleted counts as deleted.
 */
final class RecentWrites {

    /** How long a write counts if no informer reports it. */
    private static final Duration TRUSTED = Duration.ofSeconds(30);

    /** The number of entries above which those that no informer reported in time are removed. */
    private static final int SWEEP_AT = 100;

    private final InstantSource time;
    private final Map<ObjectRef, Known> known = new ConcurrentHashMap<>();

    /** The last known state of an object; {@code written} is empty if it was deleted. */
    private record Known(String resourceVersion, Optional<ObjectNode> written, Instant at) {

        boolean isDeletionOf(String version) {
            return written.isEmpty() && !isNewer(version, resourceVersion);
        }
    }

    RecentWrites(InstantSource time) {
        this.time = time;
    }

    void wrote(ObjectRef ref, ObjectNode object) {
        String version = new LiveObject(object).resourceVersion();
        Known written = new Known(version, Optional.of(object), time.instant());
        known.compute(ref, (r, before) -> before != null && before.isDeletionOf(version) ? before : written);
        sweep();
    }

    /** Forgets a write if an informer has seen this version or a newer one. */
    void seen(ObjectRef ref, String resourceVersion) {
        known.computeIfPresent(ref, (r, last) -> isNewer(last.resourceVersion(), resourceVersion) ? last : null);
    }

    /**
     * Forgets the writes of a kind that an informer must have seen, because it listed all objects at this resource
     * version.
     *
     * @return the forgotten objects
     */
    List<ObjectNode> listed(GroupVersionKind kind, String resourceVersion) {
        List<ObjectNode> forgotten = new ArrayList<>();
        known.forEach((ref, last) -> {
            if (last.written().isPresent()
                    && GroupVersionKind.of(ref).equals(kind)
                    && !isNewer(last.resourceVersion(), resourceVersion)
                    && known.remove(ref, last)) {
                forgotten.add(last.written().get());
            }
        });
        return forgotten;
    }

    /**
     * Records that an informer saw the deletion of an object; {@code resourceVersion} is the last version of the
     * object.
     */
    void deleted(ObjectRef ref, String resourceVersion) {
        known.put(ref, new Known(resourceVersion, Optional.empty(), time.instant()));
        sweep();
    }

    /** Records that an object does not exist. */
    void gone(ObjectRef ref) {
        known.remove(ref);
    }

    /** The written object, if it is newer than this version, which the informer holds. */
    Optional<ObjectNode> newerThan(ObjectRef ref, String resourceVersion) {
        Known last = known.get(ref);
        if (last == null) {
            return Optional.empty();
        }
        if (isOld(last, time.instant())) {
            known.remove(ref, last);
            return Optional.empty();
        }
        if (last.written().isPresent() && !isNewer(last.resourceVersion(), resourceVersion)) {
            known.remove(ref, last);
            return Optional.empty();
        }
        return last.written();
    }

    private void sweep() {
        if (known.size() > SWEEP_AT) {
            Instant now = time.instant();
            known.values().removeIf(last -> isOld(last, now));
        }
    }

    private static boolean isOld(Known last, Instant now) {
        return last.at().plus(TRUSTED).isBefore(now);
    }

    /** Resource versions of one kind compare as numbers; a version that is not a number is never newer. */
    private static boolean isNewer(String version, String other) {
        try {
            long number = Long.parseLong(version);
            return other.isEmpty() || number > Long.parseLong(other);
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
