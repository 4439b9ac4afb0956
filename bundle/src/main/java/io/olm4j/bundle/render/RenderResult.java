package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The result of rendering a bundle. */
public sealed interface RenderResult {

    /** The objects to apply, in the order of the generators. The list may be empty. The trees belong to the caller. */
    record Rendered(List<ObjectNode> objects) implements RenderResult {
        public Rendered {
            objects = List.copyOf(objects);
        }
    }

    /**
     * The bundle cannot be installed with these options. A retry has the same result until the bundle or the options
     * change.
     */
    record Rejected(Cause cause, String message) implements RenderResult {}

    /** Why a bundle was rejected. */
    enum Cause {
        /** The bundle needs a feature that this controller does not offer. */
        UNSUPPORTED,
        /** The bundle contradicts itself or the registry+v1 format. */
        INVALID_BUNDLE,
        /** The user's configuration does not fit the bundle. */
        INVALID_CONFIGURATION
    }
}
