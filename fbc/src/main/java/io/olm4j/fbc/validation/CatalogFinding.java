package io.olm4j.fbc.validation;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.OneLine;

/**
 * Something that makes a catalog invalid.
 *
 * @param location the beginning of the object it was found in
 * @param path where in the catalog's tree that is
 * @param message one sentence without location and path
 */
public record CatalogFinding(Location location, FindingPath path, String message) {
    /** Keeps the message in one line. */
    public CatalogFinding {
        message = OneLine.of(message);
    }

    /** The finding without the location, in one line. */
    public String text() {
        return path.equals(FindingPath.ROOT) ? message : path + ": " + message;
    }

    @Override
    public String toString() {
        return location + ": " + text();
    }
}
