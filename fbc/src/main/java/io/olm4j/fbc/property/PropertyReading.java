package io.olm4j.fbc.property;

/** The result of reading a property. */
public sealed interface PropertyReading {
    /** The property could be read. */
    record Parsed(PropertyValue value) implements PropertyReading {}

    /**
     * The property could not be read.
     *
     * @param message names the property by index and type, and the problem
     */
    record Malformed(String message) implements PropertyReading {}
}
