package io.olm4j.applier.engine;

import io.olm4j.applier.content.ResolvedPhase;
import java.util.List;
import java.util.Optional;

/**
 * Objects that a revision controls, in phases.
 *
 * @param gap where it may control more objects, with the reason why they are not known, and what to do; empty if these
 *     are all
 */
public record ControlledContent(List<ResolvedPhase> phases, Optional<String> gap) {

    public ControlledContent {
        phases = List.copyOf(phases);
    }

    /** The objects of a revision whose content is known. */
    public static ControlledContent of(List<ResolvedPhase> phases) {
        return new ControlledContent(phases, Optional.empty());
    }
}
