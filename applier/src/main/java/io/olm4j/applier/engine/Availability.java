package io.olm4j.applier.engine;

/** Whether the objects of a revision do their work now. It does not matter who wrote them last. */
public sealed interface Availability {

    /** All objects are as the revision wants them, and pass their probes. */
    record Available() implements Availability {}

    /**
     * An object is missing, differs, or does not pass its probes.
     *
     * @param message the first such object, and why
     */
    record Unavailable(String message) implements Availability {}

    /**
     * The objects cannot be looked at.
     *
     * @param message why
     */
    record Unknown(String message) implements Availability {}
}
