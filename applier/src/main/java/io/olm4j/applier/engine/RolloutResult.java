package io.olm4j.applier.engine;

import java.util.List;

/** How far a roll-out is. */
public sealed interface RolloutResult {

    /** Everything is applied, and what this revision holds passes its probes. */
    record Complete() implements RolloutResult {}

    /**
     * A phase is applied but does not pass its probes yet.
     *
     * @param phase its name
     * @param message the first object that does not pass, and why
     */
    record Incomplete(String phase, String message) implements RolloutResult {}

    /**
     * Objects exist already and belong to somebody else; they were not touched.
     *
     * @param index of the phase, from 0
     */
    record Collisions(int index, String phase, List<String> objects) implements RolloutResult {

        public Collisions {
            objects = List.copyOf(objects);
        }

        /** In the reference's words, then one line an object. */
        public String message() {
            return "revision object collisions in phase " + index + "\n" + String.join("\n", objects);
        }
    }

    /** Somebody else undoes what is written; the message says who. */
    record Contested(String message) implements RolloutResult {}

    /** The revision can never be applied as it is to what is there; the message says what mends it. */
    record Invalid(String message) implements RolloutResult {}

    /** The identity lacks permissions: somebody has to grant them. */
    record Refused(String message) implements RolloutResult {}

    /** The API server no longer takes the identity's token: it has to be looked up anew. */
    record Unauthenticated(String message) implements RolloutResult {}

    /** Something went wrong that may go right the next time. */
    record Failed(String message) implements RolloutResult {}
}
