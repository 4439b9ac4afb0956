package io.olm4j.applier.engine;

import java.util.List;
import java.util.Optional;

/** How the roll-out of one rank ended. */
sealed interface RankResult {

    /**
     * The next rank can start.
     *
     * @param unmet the first object that a newer revision controls and that does not pass its probes, and the reason
     * @param unread the objects that cannot be read, and the reasons; a revision that has rolled out goes on without
     */
    record Done(Optional<String> unmet, List<String> unread) implements RankResult {}

    /** The pass ends here. */
    record Stopped(RolloutReport rollout) implements RankResult {}
}
