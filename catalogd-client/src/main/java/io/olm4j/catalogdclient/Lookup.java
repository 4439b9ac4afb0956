package io.olm4j.catalogdclient;

import io.olm4j.upgradeedges.catalog.PackageGraph;

/** The answer of a catalog about a package. */
public sealed interface Lookup {
    /** The catalog has the package. */
    record Found(PackageGraph graph) implements Lookup {}

    /** The catalog was read and does not have the package. */
    record NoSuchPackage() implements Lookup {}

    /** The catalog gives no usable answer about the package. */
    sealed interface NoAnswer extends Lookup {

        /** One sentence for the user. */
        String reason();
    }

    /** The catalog's content is not known. */
    record Unavailable(String reason) implements NoAnswer {}

    /** The catalog has the package, but not in a form that can be read. */
    record Unreadable(String reason) implements NoAnswer {}
}
