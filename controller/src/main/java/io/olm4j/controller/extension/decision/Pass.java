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
 * @param catalogData the deprecations that the catalog states
 * @param catalogs the package in the selected catalogs; empty if these were not asked, or do not answer yet
 */
public record Pass(Outcome outcome, Optional<List<Deprecation>> catalogData, Optional<List<CatalogGraph>> catalogs) {

    /** A result without an answer of the catalogs. */
    public static Pass without(Outcome outcome) {
        return new Pass(outcome, Optional.empty(), Optional.empty());
    }

    /** The same with the candidates of the catalogs. */
    public Pass with(Candidates candidates) {
        return new Pass(
                outcome,
                catalogData,
                Optional.of(candidates.graphs())
                        .filter(_ -> !candidates.graphs().isEmpty()));
    }
}
