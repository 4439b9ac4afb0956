package io.olm4j.applier.engine;

import java.util.List;

/** The state of a roll-out after a pass. */
public sealed interface RolloutResult {

    /** All objects are applied, and those that this revision controls pass their probes. */
    record Complete() implements RolloutResult {}

    /**
     * A phase is applied but does not pass its probes yet.
     *
     * @param phase its name
     * @param message the first object that does not pass, and the reason
     */
    record Incomplete(String phase, String message) implements RolloutResult {}

    /**
     * Objects exist already and belong to another owner; they were not changed.
     *
     * @param index the index of the phase, from 0
     */
    record Collisions(int index, List<String> objects) implements RolloutResult {

        public Collisions {
            objects = List.copyOf(objects);
        }

        /** The message in the words of operator-controller, then one line for each object. */
        public String message() {
            return "revision object collisions in phase " + index + "\n" + String.join("\n", objects);
        }
    }

    /** Another client undoes the writes; the message names it. */
    record Contested(String message) implements RolloutResult {}

    /**
     * The revision cannot be applied to the live objects, and a retry does not help; the message says what does.
     *
     * @param watched whether the watches report each change that may help
     */
    record Invalid(String message, boolean watched) implements RolloutResult {}

    /** The identity lacks permissions; an administrator must grant them. */
    record Refused(String message) implements RolloutResult {}

    /** The API server no longer accepts the token of the identity; the identity must be looked up again. */
    record Unauthenticated(String message) implements RolloutResult {}

    /** An error for which a retry may succeed. */
    record Failed(String message) implements RolloutResult {}
}
