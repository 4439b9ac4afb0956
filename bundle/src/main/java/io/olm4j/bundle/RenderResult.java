package io.olm4j.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What came of rendering a bundle. */
public sealed interface RenderResult {

    /**
     * The objects to apply, in the order of the generators. A bundle may render to none. The trees belong to the
     * caller.
     */
    record Rendered(List<ObjectNode> objects) implements RenderResult {
        public Rendered {
            objects = List.copyOf(objects);
        }
    }

    /** The bundle can't be installed this way. Trying again does not help until the bundle or the options change. */
    record Rejected(Cause cause, String message) implements RenderResult {}

    /** Why a bundle was rejected. */
    enum Cause {
        /** The bundle needs something this controller does not offer. */
        UNSUPPORTED,
        /** The bundle contradicts itself or the registry+v1 format. */
        INVALID_BUNDLE,
        /** The user's configuration does not fit the bundle. */
        INVALID_CONFIGURATION
    }
}
