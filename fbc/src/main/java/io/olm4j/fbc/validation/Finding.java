package io.olm4j.fbc.validation;

import io.olm4j.fbc.Location;

/**
 * Something that makes a catalog invalid.
 *
 * @param location the beginning of the object it was found in
 * @param message one sentence without the location
 */
public record Finding(Location location, String message) {
    @Override
    public String toString() {
        return location + ": " + message;
    }
}
