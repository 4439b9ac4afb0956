package io.olm4j.upgradeedges;

/**
 * A way of upgrades within one catalog.
 *
 * @param catalog the name of the ClusterCatalog
 * @param path the way
 */
public record CatalogPath(String catalog, UpgradePath path) {}
