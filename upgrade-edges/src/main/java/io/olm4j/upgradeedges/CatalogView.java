package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.path.UpgradeGraph;
import java.util.List;

/**
 * A package in one catalog, prepared for one request: its versions are parsed, and the entries of the wanted channels
 * are grouped by bundle.
 *
 * @param catalog the package in that catalog
 * @param upgrades the bundles and the upgrade edges between them
 */
record CatalogView(CatalogGraph catalog, UpgradeGraph upgrades) {
    /** Prepares a package. If channels are given, only the edges inside these channels count. */
    static CatalogView of(CatalogGraph catalog, List<String> channels) {
        return new CatalogView(catalog, UpgradeGraph.of(catalog.graph(), channels));
    }

    String name() {
        return catalog.catalog();
    }
}
