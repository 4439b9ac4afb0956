package io.olm4j.applier.engine;

/** Whether the objects of a revision work now. The last writer of the objects does not matter. */
public sealed interface Availability {

    /** All objects are as the revision wants them, and pass their probes. */
    record Available() implements Availability {}

    /**
     * An object is missing, differs, or does not pass its probes.
     *
     * @param message the first such object, and the reason
     */
    record Unavailable(String message) implements Availability {}

    /**
     * The objects cannot be read or evaluated.
     *
     * @param message the reason
     */
    record Unknown(String message) implements Availability {}
}
