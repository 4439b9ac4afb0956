package io.olm4j.controller.extension.revision;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the time since which a bundle is installed: several revisions in a row may hold it, each with another
 * configuration.
 */
public final class InstalledSince {

    private InstalledSince() {}

    /**
     * The time at which the first of these revisions had rolled out.
     *
     * @param sets the revisions of the extension, archived ones too
     */
    public static Optional<Instant> of(RevisionState installed, Collection<ClusterObjectSet> sets) {
        List<RevisionState> held = sets.stream()
                .map(RevisionState::of)
                .filter(revision -> revision.number() <= installed.number() && revision.succeeded())
                .sorted(Comparator.comparingLong(RevisionState::number).reversed())
                .takeWhile(revision -> revision.bundle().equals(installed.bundle()))
                .toList();
        return (held.isEmpty() ? installed : held.getLast())
                .condition(ConditionTypes.SUCCEEDED)
                .map(Condition::lastTransitionTime)
                .map(Instant::parse);
    }
}
