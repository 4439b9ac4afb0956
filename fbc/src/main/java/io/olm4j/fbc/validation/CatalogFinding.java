package io.olm4j.fbc.validation;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.OneLine;
import java.util.Optional;

/**
 * An error that makes a catalog invalid.
 *
 * @param location the beginning of the object that has the error
 * @param path the place in the catalog's tree
 * @param message one sentence without location and path
 * @param hint what is likely to be the reason; not part of the message, which tools compare with that of opm
 */
public record CatalogFinding(Location location, FindingPath path, String message, Optional<String> hint) {
    /** Keeps message and hint on one line each. */
    public CatalogFinding {
        message = OneLine.of(message);
        hint = hint.map(OneLine::of);
    }

    /** The finding without location and hint, on one line. */
    public String text() {
        return path.equals(FindingPath.ROOT) ? message : path + ": " + message;
    }

    @Override
    public String toString() {
        return location + ": " + text();
    }
}
