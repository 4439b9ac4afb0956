package io.olm4j.controller.catalog;

/**
 * A package that provides an API.
 *
 * @param catalog the name of the ClusterCatalog that offers it
 * @param packageName its name there
 */
public record Provider(String catalog, String packageName) {}
