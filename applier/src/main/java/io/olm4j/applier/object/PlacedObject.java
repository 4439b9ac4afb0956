package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;

/**
 * An object of a revision, and the resource under which the API server serves its kind.
 *
 * @param ref the object at the version of the resource
 * @param object as in the revision; if the API server no longer serves its version, the resource has another one
 */
public record PlacedObject(ObjectRef ref, ObjectNode object, RestMapping mapping, CollisionProtection protection) {

    /** Places an object. For a cluster-scoped kind it removes the namespace that some bundles set. */
    public static PlacedObject of(ResolvedObject object, RestMapping mapping) {
        ObjectRef ref = object.ref();
        String version = mapping.kind().version();
        ObjectRef placed = ref.version().equals(version)
                        && (mapping.namespaced() || ref.namespace().isEmpty())
                ? ref
                : new ObjectRef(
                        ref.group(), version, ref.kind(), mapping.namespaced() ? ref.namespace() : "", ref.name());
        return new PlacedObject(placed, object.object(), mapping, object.protection());
    }

    /** The same object at the version of another resource of its kind. */
    public PlacedObject at(RestMapping other) {
        return of(new ResolvedObject(object, protection), other);
    }
}
