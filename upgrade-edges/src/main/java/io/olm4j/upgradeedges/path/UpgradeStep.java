package io.olm4j.upgradeedges.path;

import static java.util.Comparator.comparingInt;

import io.olm4j.upgradeedges.path.UpgradePath.Hop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A bundle that a search has reached.
 *
 * @param candidate the bundle, which has a readable version
 * @param hop the bundle and the upgrade edge, for users
 * @param previous the step before; nothing for the first one
 * @param deprecations the number of deprecated bundles on the path to this step
 * @param rank the rank of the path to this step among all paths of the same length, by versions alone
 */
public record UpgradeStep(Candidate candidate, Hop hop, Optional<UpgradeStep> previous, int deprecations, int rank) {
    static UpgradeStep of(Candidate candidate, Hop hop, Optional<UpgradeStep> previous) {
        int before = previous.map(UpgradeStep::deprecations).orElse(0);
        return new UpgradeStep(candidate, hop, previous, hop.deprecated() ? before + 1 : before, 0);
    }

    /**
     * Sorts steps whose paths have the same length: the fewest deprecated bundles on the path first, then the highest
     * version at the first difference.
     */
    static List<UpgradeStep> ranked(List<UpgradeStep> steps) {
        var byVersions = steps.stream()
                .sorted(comparingInt(UpgradeStep::previousRank)
                        .thenComparing(UpgradeStep::candidate, Candidate.HIGHEST_FIRST))
                .toList();
        return IntStream.range(0, steps.size())
                .mapToObj(rank -> byVersions.get(rank).withRank(rank))
                .sorted(comparingInt(UpgradeStep::deprecations))
                .toList();
    }

    /** The bundle as the one that further upgrades start from. */
    public InstalledVersion bundle() {
        return new InstalledVersion(candidate.name(), candidate.version().orElseThrow());
    }

    /** The path to this step. */
    public UpgradePath path() {
        return new UpgradePath(steps().stream().map(UpgradeStep::hop).toList());
    }

    /** The steps of the path to this step, which is the last one. */
    public List<UpgradeStep> steps() {
        var steps = new ArrayList<UpgradeStep>();
        for (var step = Optional.of(this); step.isPresent(); step = step.get().previous()) {
            steps.add(step.get());
        }
        return steps.reversed();
    }

    private int previousRank() {
        return previous.map(UpgradeStep::rank).orElse(0);
    }

    private UpgradeStep withRank(int newRank) {
        return new UpgradeStep(candidate, hop, previous, deprecations, newRank);
    }
}
