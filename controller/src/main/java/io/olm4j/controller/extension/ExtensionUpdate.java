package io.olm4j.controller.extension;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.upgradeedges.CatalogGraph;
import io.olm4j.upgradeedges.UpgradeGraph;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * Whether the catalogs have a bundle that may follow the installed one.
 *
 * @param heldBackBy what the update waits for: {@code version}, a change of the wanted version; {@code dependencies};
 *     or {@code blocked}, a change of something else; empty if it does not wait
 */
record ExtensionUpdate(boolean available, Optional<String> heldBackBy) {

    private static final ExtensionUpdate NONE = new ExtensionUpdate(false, Optional.empty());

    /**
     * The state after a reconcile.
     *
     * @param catalogs the package in the selected catalogs; empty if they are not known
     * @return empty if this is not known: no bundle is installed, or no catalog answers
     */
    static Optional<ExtensionUpdate> of(
            CatalogFilter wanted, RevisionStates states, Optional<List<CatalogGraph>> catalogs, Outcome outcome) {
        return states.installed()
                .flatMap(installed -> catalogs.map(
                        graphs -> hasSuccessor(wanted, installed, graphs) ? available(wanted, states, outcome) : NONE));
    }

    private static boolean hasSuccessor(CatalogFilter wanted, RevisionState installed, List<CatalogGraph> graphs) {
        try {
            return graphs.stream()
                    .anyMatch(graph -> !UpgradeGraph.of(graph.graph(), wanted.channels())
                            .successors(installed.bundle())
                            .isEmpty());
        } catch (VersionSyntaxException e) {
            return false;
        }
    }

    private static ExtensionUpdate available(CatalogFilter wanted, RevisionStates states, Outcome outcome) {
        boolean stays = states.rollingOut().isEmpty() && !wanted.version().isEmpty();
        return new ExtensionUpdate(
                true,
                switch (outcome) {
                    case Outcome.MissingDependencies _ -> Optional.of("dependencies");
                    case Outcome.Blocked _ -> Optional.of("blocked");
                    case Outcome.RevisionInPlace _ -> stays ? Optional.of("version") : Optional.empty();
                    case Outcome.AwaitingCatalogs _, Outcome.Retrying _ -> Optional.empty();
                });
    }
}
