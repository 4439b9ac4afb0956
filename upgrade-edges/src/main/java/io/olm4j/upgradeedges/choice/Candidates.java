package io.olm4j.upgradeedges.choice;

import io.olm4j.upgradeedges.CatalogGraph;
import java.util.List;

/**
 * What the catalogs that an extension selects have to offer.
 *
 * @param graphs the package in each catalog that answered and has it
 * @param unavailable the selected catalogs that could not answer
 * @param catalogsExist whether any catalog matches the selector, be it switched off
 */
public record Candidates(List<CatalogGraph> graphs, List<Unavailable> unavailable, boolean catalogsExist) {

    public Candidates {
        graphs = List.copyOf(graphs);
        unavailable = List.copyOf(unavailable);
    }

    /**
     * A catalog that could not answer, and why.
     *
     * @param beingRead whether it is read for the first time right now, so that an answer is on its way
     */
    public record Unavailable(String catalog, int priority, String reason, boolean beingRead) {

        public Unavailable(String catalog, int priority, String reason) {
            this(catalog, priority, reason, false);
        }
    }

    /** Whether a catalog that will answer, or fail to, has not done so since the process started. */
    public boolean incomplete() {
        return unavailable.stream().anyMatch(Unavailable::beingRead);
    }
}
