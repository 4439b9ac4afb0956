package io.olm4j.controller.extension;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.controller.dependency.BundleDependencies;
import java.util.List;
import java.util.Optional;

/** What came of the bundle that was chosen. */
sealed interface BundleContent {

    /**
     * Its objects.
     *
     * @param olmProperties the properties of the bundle, JSON
     * @param managedNamespace the namespace that is among the objects because the extension names none
     * @param dependencies what its manifests need and bring
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

    /** The image could not be had, for now. */
    record Unavailable(String message) implements BundleContent {}

    /** The image or what is in it will not do. */
    record Unusable(String reason, String message) implements BundleContent {}
}
