package io.olm4j.controller.extension.decision;

import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.choice.Candidates;
import java.util.List;
import java.util.Optional;

/**
 * The result of one reconcile.
 *
 * @param catalogData the deprecations in the catalog of the chosen bundle; empty if none was chosen from a catalog
 * @param candidates the package in the selected catalogs; empty if these were not asked
 */
public record DecisionResult(
        Outcome outcome, Optional<List<Deprecation>> catalogData, Optional<Candidates> candidates) {

    /** A result without a question to the catalogs. */
    public static DecisionResult without(Outcome outcome) {
        return new DecisionResult(outcome, Optional.empty(), Optional.empty());
    }

    /** The same with the candidates of the catalogs. */
    public DecisionResult with(Candidates asked) {
        return new DecisionResult(outcome, catalogData, Optional.of(asked));
    }

    /** The same with another outcome. */
    public DecisionResult with(Outcome other) {
        return new DecisionResult(other, catalogData, candidates);
    }

    /**
     * Whether the pass says nothing about the catalogs, because a failure that is retried ended it before it asked
     * them, or because they are being read. A spec without a usable catalog selection does not count as
     * silent.
     */
    public boolean isSilentAboutCatalogs() {
        return candidates.isEmpty() && !(outcome instanceof Outcome.Blocked);
    }

    /** The package in the selected catalogs; empty if none of these was asked and answered. */
    public Optional<List<CatalogGraph>> catalogs() {
        return candidates.map(Candidates::graphs).filter(graphs -> !graphs.isEmpty());
    }
}
