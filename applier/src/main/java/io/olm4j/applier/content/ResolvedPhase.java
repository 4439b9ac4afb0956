package io.olm4j.applier.content;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ObjectRef;
import java.util.List;

/**
 * A phase with its objects in full.
 *
 * @param digest {@code sha256:} and 64 hexadecimal digits over name and objects
 */
public record ResolvedPhase(String name, String digest, List<ResolvedObject> objects) {

    public ResolvedPhase {
        objects = List.copyOf(objects);
    }

    /**
     * An object.
     *
     * @param ref what it says it is
     * @param protection what holds for it: its own, else that of the phase, else that of the set
     */
    public record ResolvedObject(ObjectRef ref, ObjectNode object, CollisionProtection protection) {

        public ResolvedObject(ObjectNode object, CollisionProtection protection) {
            this(ObjectRef.of(object), object, protection);
        }
    }
}
