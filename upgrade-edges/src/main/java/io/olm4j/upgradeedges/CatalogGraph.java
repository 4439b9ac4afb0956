package io.olm4j.upgradeedges;

/**
 * A package as one catalog has it.
 *
 * @param catalog the name of the ClusterCatalog
 * @param priority its {@code spec.priority}; of equally good answers the one with the highest priority wins
 * @param graph the package
 */
public record CatalogGraph(String catalog, int priority, PackageGraph graph) {}
