package io.olm4j.fbc.validation;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.OneLine;

/**
 * An error that makes a catalog invalid.
 *
 * @param location the beginning of the object that has the error
 * @param path the place in the catalog's tree
 * @param message one sentence without location and path
 */
public record CatalogFinding(Location location, FindingPath path, String message) {
    /** Keeps the message on one line. */
    public CatalogFinding {
        message = OneLine.of(message);
    }

    /** The finding without the location, on one line. */
    public String text() {
        return path.equals(FindingPath.ROOT) ? message : path + ": " + message;
    }

    @Override
    public String toString() {
        return location + ": " + text();
    }
}
