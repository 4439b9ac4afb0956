package io.olm4j.controller.extension.rollout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.controller.dependency.BundleDependencies;
import java.util.List;
import java.util.Optional;

/** The result of loading the chosen bundle. */
sealed interface BundleContent {

    /**
     * The objects of the bundle.
     *
     * @param olmProperties the properties of the bundle, JSON
     * @param managedNamespace the namespace that is among the objects because the extension names none
     * @param dependencies the dependencies and the provided APIs in its manifests
     */
    record Objects(
            List<ObjectNode> objects,
            Optional<String> olmProperties,
            Optional<String> managedNamespace,
            BundleDependencies dependencies)
            implements BundleContent {

        public Objects {
            objects = List.copyOf(objects);
        }
    }

    /** The image is not available now; a retry may succeed. */
    record Unavailable(String message) implements BundleContent {}

    /** The image or its content cannot be used. */
    record Unusable(String reason, String message) implements BundleContent {}
}
