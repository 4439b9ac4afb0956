package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An object to apply and its source.
 *
 * @param object a new tree
 * @param source the object of the bundle from which it is copied or generated
 * @param part the part of the source from which it is generated; empty if it is a copy of the source
 */
public record RenderedObject(ObjectNode object, ObjectNode source, String part) {
    /** Whether it is generated from a part of the ClusterServiceVersion. */
    public boolean isGenerated() {
        return !part.isEmpty();
    }
}
