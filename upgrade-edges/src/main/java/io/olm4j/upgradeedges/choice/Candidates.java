package io.olm4j.upgradeedges.choice;

import io.olm4j.upgradeedges.catalog.CatalogGraph;
import java.util.List;

/**
 * The package in the catalogs that an extension selects.
 *
 * @param graphs the package in each catalog that answered and has it
 * @param unavailable the selected catalogs that could not answer
 * @param disabled the names of the selected catalogs that a user has disabled: they do not count
 * @param catalogsExist whether any catalog matches the selector, including disabled catalogs
 */
public record Candidates(
        List<CatalogGraph> graphs, List<Unavailable> unavailable, List<String> disabled, boolean catalogsExist) {

    public Candidates {
        graphs = List.copyOf(graphs);
        unavailable = List.copyOf(unavailable);
        disabled = List.copyOf(disabled);
    }

    /** Candidates of catalogs none of which is disabled. */
    public Candidates(List<CatalogGraph> graphs, List<Unavailable> unavailable, boolean catalogsExist) {
        this(graphs, unavailable, List.of(), catalogsExist);
    }

    /**
     * A catalog that could not answer, and why.
     *
     * @param beingRead whether it is being read for the first time, so that an answer may follow soon
     */
    public record Unavailable(String catalog, int priority, String reason, boolean beingRead) {

        public Unavailable(String catalog, int priority, String reason) {
            this(catalog, priority, reason, false);
        }
    }

    /** Whether a catalog is still being read for the first time since the process started. */
    public boolean incomplete() {
        return unavailable.stream().anyMatch(Unavailable::beingRead);
    }
}
