package io.olm4j.controller.objectset;

/** The outcome of one reconcile of a set. */
sealed interface SetOutcome {

    /** The message for the status; empty if all is well. */
    default String message() {
        return switch (this) {
            case RolledOut _, Archived _ -> "";
            case RollingOut(String probes) -> probes;
            case Retrying(String message) -> message;
            case Obstructed(String message) -> message;
            case Blocked(String message) -> message;
            case Invalid(String message, boolean _) -> message;
            case Refused(String message) -> message;
            case Archiving(String message) -> message;
        };
    }

    /** Everything is applied, and the objects of the set pass their probes. */
    record RolledOut() implements SetOutcome {}

    /** A phase does not pass its probes yet; the message says which object, and why. */
    record RollingOut(String probes) implements SetOutcome {}

    /** Something failed; a retry may succeed. */
    record Retrying(String message) implements SetOutcome {}

    /** Something is wrong, such as a collision, and no event reports its end; it is checked again every few seconds. */
    record Obstructed(String message) implements SetOutcome {}

    /** A user must change something before the roll-out can continue. */
    record Blocked(String message) implements SetOutcome {}

    /**
     * Only another revision, or a change of a live object or of a kind, can fix it.
     *
     * @param watched whether each of them is an event; a change of an object without the label of olm4j is not
     */
    record Invalid(String message, boolean watched) implements SetOutcome {}

    /** The service account of the set, or a right of that account, is missing; an event reports when it is added. */
    record Refused(String message) implements SetOutcome {}

    /** Objects of an archived set are being deleted. */
    record Archiving(String message) implements SetOutcome {}

    /** Nothing is left of an archived set. */
    record Archived() implements SetOutcome {}
}
