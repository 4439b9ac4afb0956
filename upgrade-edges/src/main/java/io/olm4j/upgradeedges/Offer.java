package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.path.Candidate;

/**
 * The best bundle of one catalog.
 *
 * @param catalog the package in that catalog
 * @param candidate the bundle
 * @param deprecated whether this catalog deprecates the bundle
 * @param why the reason to choose it, a clause
 */
record Offer(CatalogGraph catalog, Candidate candidate, boolean deprecated, String why) {
    /** The offer in words: bundle, version and catalog. */
    String text() {
        return candidate.name() + " (" + candidate.versionText() + ") of catalog " + catalog.catalog();
    }

    Dropped dropped(Rule rule, String reason) {
        return new Dropped(catalog.catalog(), candidate, rule, () -> reason);
    }
}
