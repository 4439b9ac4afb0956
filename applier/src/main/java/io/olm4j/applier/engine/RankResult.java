package io.olm4j.applier.engine;

import java.util.Optional;

/** How the roll-out of one rank ended. */
sealed interface RankResult {

    /**
     * Nothing keeps the next rank from being started.
     *
     * @param unmet the first object that a newer revision holds and that does not pass its probes, and why
     */
    record Done(Optional<String> unmet) implements RankResult {}

    /** The pass ends here. */
    record Stopped(RolloutReport rollout) implements RankResult {}
}
