package io.olm4j.fbc;

/**
 * The schema, package and name of a catalog object, without its content.
 *
 * @param schema its kind; empty if none
 * @param packageName the package of its {@code package} field; empty if none
 * @param name its name; empty if none
 */
public record MetaHeader(String schema, String packageName, String name) {
    /** The package this object is about: an {@code olm.package} is about the package it names. */
    public String owningPackage() {
        return schema.equals(Schemas.PACKAGE) ? name : packageName;
    }
}
