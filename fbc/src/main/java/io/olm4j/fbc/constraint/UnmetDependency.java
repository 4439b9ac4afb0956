package io.olm4j.fbc.constraint;

import io.olm4j.upgradeedges.Property;
import java.util.List;

/**
 * Something a bundle needs and does not find.
 *
 * @param property where the bundle says so
 * @param text what is missing, one clause such as {@code requires package "foo" in range >=1.0.0, but foo 0.9.0 is
 *     installed}
 * @param missing the APIs and packages that it names and that are not there, without those that must not be there
 */
public record UnmetDependency(Property property, String text, List<Missing> missing) {
    /** Copies the list. */
    public UnmetDependency {
        missing = List.copyOf(missing);
    }
}
