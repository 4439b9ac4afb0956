package io.olm4j.upgradeedges;

import java.util.List;

/**
 * A package as one catalog has it, made ready for one request: versions read, entries of the wanted channels sorted by
 * bundle.
 *
 * @param catalog the package in that catalog
 * @param upgrades the bundles and the upgrade edges between them
 */
record CatalogView(CatalogGraph catalog, UpgradeGraph upgrades) {
    /** With channels, only the edges inside these channels count. */
    static CatalogView of(CatalogGraph catalog, List<String> channels) {
        return new CatalogView(catalog, UpgradeGraph.of(catalog.graph(), channels));
    }

    String name() {
        return catalog.catalog();
    }
}
