package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;

/** An object of a revision, and the resource under which the API server serves its kind. */
public record PlacedObject(ObjectRef ref, ObjectNode object, RestMapping mapping, CollisionProtection protection) {

    /** Places an object. For a cluster-scoped kind it removes the namespace that some bundles set. */
    public static PlacedObject of(ResolvedObject object, RestMapping mapping) {
        ObjectRef ref = object.ref();
        ObjectRef placed = mapping.namespaced() || ref.namespace().isEmpty()
                ? ref
                : new ObjectRef(ref.group(), ref.version(), ref.kind(), "", ref.name());
        return new PlacedObject(placed, object.object(), mapping, object.protection());
    }
}
