package io.olm4j.controller.objectset;

/** How one pass over a set ended. */
sealed interface SetOutcome {

    /** What is to be said of it; empty if all is well. */
    default String message() {
        return switch (this) {
            case RolledOut _, Archived _ -> "";
            case RollingOut(String probes) -> probes;
            case Retrying(String message) -> message;
            case Obstructed(String message) -> message;
            case Blocked(String message) -> message;
            case Invalid(String message) -> message;
            case Refused(String message) -> message;
            case Archiving(String message) -> message;
        };
    }

    /** Everything is applied, and what the set holds passes its probes. */
    record RolledOut() implements SetOutcome {}

    /** A phase does not pass its probes yet; the message says which object, and why. */
    record RollingOut(String probes) implements SetOutcome {}

    /** Something went wrong that may go right the next time. */
    record Retrying(String message) implements SetOutcome {}

    /** Something is wrong that is looked at again every few seconds, as a collision: no event tells when it ends. */
    record Obstructed(String message) implements SetOutcome {}

    /** Somebody has to do something before it can go on. */
    record Blocked(String message) implements SetOutcome {}

    /** Only another revision, or a change of a live object or of a kind, mends it. Each of them is an event. */
    record Invalid(String message) implements SetOutcome {}

    /** Its service account or the rights of that one are missing; an event tells when they come. */
    record Refused(String message) implements SetOutcome {}

    /** Objects of an archived set are being deleted. */
    record Archiving(String message) implements SetOutcome {}

    /** Nothing is left of an archived set. */
    record Archived() implements SetOutcome {}
}
