package io.olm4j.catalogdclient;

import io.olm4j.upgradeedges.catalog.PackageGraph;

/** The answer of a catalog about a package. */
public sealed interface Lookup {
    /** The catalog has the package. */
    record Found(PackageGraph graph) implements Lookup {}

    /** The catalog was read and does not have the package. */
    record NoSuchPackage() implements Lookup {}

    /**
     * The catalog's content is not known.
     *
     * @param reason one sentence for the user
     */
    record Unavailable(String reason) implements Lookup {}
}
