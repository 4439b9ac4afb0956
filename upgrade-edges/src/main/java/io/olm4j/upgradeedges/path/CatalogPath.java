package io.olm4j.upgradeedges.path;

/**
 * A path of upgrades within one catalog.
 *
 * @param catalog the name of the ClusterCatalog
 * @param path the path
 */
public record CatalogPath(String catalog, UpgradePath path) {}
