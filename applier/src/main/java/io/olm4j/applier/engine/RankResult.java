package io.olm4j.applier.engine;

import java.util.Optional;

/** How the roll-out of one rank ended. */
sealed interface RankResult {

    /**
     * The next rank can start.
     *
     * @param unmet the first object that a newer revision controls and that does not pass its probes, and the reason
     */
    record Done(Optional<String> unmet) implements RankResult {}

    /** The pass ends here. */
    record Stopped(RolloutReport rollout) implements RankResult {}
}
