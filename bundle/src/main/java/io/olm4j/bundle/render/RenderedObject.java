package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An object to apply and what it comes from.
 *
 * @param object a new tree
 * @param source the object of the bundle that it is, or is generated from
 * @param part the part of the source that it is generated from; empty if it is the source itself
 */
public record RenderedObject(ObjectNode object, ObjectNode source, String part) {
    /** Whether it is made up from a part of the ClusterServiceVersion. */
    public boolean isGenerated() {
        return !part.isEmpty();
    }
}
