package io.olm4j.applier.content;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ObjectRef;
import java.util.List;

/**
 * A phase with the full content of its objects.
 *
 * @param digest {@code sha256:} and 64 hexadecimal digits; covers name and objects
 */
public record ResolvedPhase(String name, String digest, List<ResolvedObject> objects) {

    public ResolvedPhase {
        objects = List.copyOf(objects);
    }

    /**
     * An object.
     *
     * @param ref the identity that the object states
     * @param protection the protection that applies: that of the object, else of the phase, else of the set
     */
    public record ResolvedObject(ObjectRef ref, ObjectNode object, CollisionProtection protection) {

        public ResolvedObject(ObjectNode object, CollisionProtection protection) {
            this(ObjectRef.of(object), object, protection);
        }
    }
}
