package io.olm4j.upgradeedges.catalog;

/**
 * A package in one catalog.
 *
 * @param catalog the name of the ClusterCatalog
 * @param priority its {@code spec.priority}; among equally good bundles, the highest priority decides
 * @param graph the package
 */
public record CatalogGraph(String catalog, int priority, PackageGraph graph) {}
