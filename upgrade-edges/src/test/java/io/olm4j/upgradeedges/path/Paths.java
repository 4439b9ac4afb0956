package io.olm4j.upgradeedges.path;

import java.util.Optional;

/** Finds the path to a bundle for tests. */
public final class Paths {
    private Paths() {}

    /** The path that the search finds; empty if no upgrades lead there. */
    public static Optional<UpgradePath> path(UpgradeGraph graph, InstalledBundle installed, String bundle) {
        return graph.search(InstalledVersion.of(installed)).all().stream()
                .filter(step -> step.candidate().name().equals(bundle))
                .findFirst()
                .map(UpgradeStep::path);
    }
}
