package io.olm4j.controller.objectset;

import io.olm4j.api.ClusterObjectSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The time by which a set must be rolled out, counted from its creation. */
record ProgressDeadline(Instant at, int minutes) {

    /**
     * The deadline; empty if the spec sets none, once the set has rolled out, and for a set that is replaced, archived
     * or being deleted.
     */
    static Optional<ProgressDeadline> of(ClusterObjectSet set) {
        Integer minutes = set.getSpec().progressDeadlineMinutes();
        boolean isOver = set.hasRolledOut()
                || SetRevision.replacement(set).isPresent()
                || set.isArchived()
                || set.isMarkedForDeletion();
        if (minutes == null || minutes <= 0 || isOver) {
            return Optional.empty();
        }
        Instant created = Instant.parse(set.getMetadata().getCreationTimestamp());
        return Optional.of(new ProgressDeadline(created.plus(Duration.ofMinutes(minutes)), minutes));
    }

    boolean isPast(Instant now) {
        return !now.isBefore(at);
    }

    /** The remaining time; zero once the deadline is past. */
    Duration remaining(Instant now) {
        return isPast(now) ? Duration.ZERO : Duration.between(now, at);
    }
}
