package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;

/**
 * What a revision that does not exist yet would do with one of its objects.
 *
 * @param ref the object
 */
public record ObjectPreview(ObjectRef ref, Effect effect) {

    /** The effect on the cluster. */
    public sealed interface Effect {

        /** The object does not exist and would be created. */
        record Created() implements Effect {}

        /**
         * The object exists and would be written.
         *
         * @param before as it is on the cluster
         * @param after as the API server would store it
         */
        record Written(ObjectNode before, ObjectNode after) implements Effect {}

        /** The revision could not write the object; the reason says what to do. */
        record Refused(String reason) implements Effect {}

        /** The API server gave no answer that tells. */
        record Unknown(String reason) implements Effect {}
    }
}
