package io.olm4j.controller.objectset;

/** How one pass over a set ended. */
sealed interface SetOutcome {

    /** Everything is applied and passes its probes. */
    record RolledOut() implements SetOutcome {}

    /** A phase does not pass its probes yet; the message says which object, and why. */
    record RollingOut(String probes) implements SetOutcome {}

    /** Something went wrong that may go right the next time. */
    record Retrying(String message) implements SetOutcome {}

    /** Something is wrong that is looked at again every few seconds, as a collision: no event tells when it ends. */
    record Obstructed(String message) implements SetOutcome {}

    /** Somebody has to do something before it can go on. */
    record Blocked(String message) implements SetOutcome {}

    /** Its service account or the rights of that one are missing; an event tells when they come. */
    record Refused(String message) implements SetOutcome {}

    /** Objects of an archived set are being deleted. */
    record Archiving(String message) implements SetOutcome {}

    /** Nothing is left of an archived set. */
    record Archived() implements SetOutcome {}
}
