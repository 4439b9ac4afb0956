package io.olm4j.bundle.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.RegistryV1;
import java.util.List;

/**
 * A registry+v1 bundle with its files as written, for tools that describe bundles. The trees are shared and must not be
 * changed.
 *
 * @param bundle the bundle as it is read for an installation
 * @param csv its ClusterServiceVersion
 * @param manifests every document in the files of {@code manifests/}, by file name; a list is one document
 * @param metadata the first document of every file in {@code metadata/}, by file name
 */
public record BundleSource(RegistryV1 bundle, ObjectNode csv, List<ObjectNode> manifests, List<ObjectNode> metadata) {
    public BundleSource {
        manifests = List.copyOf(manifests);
        metadata = List.copyOf(metadata);
    }
}
