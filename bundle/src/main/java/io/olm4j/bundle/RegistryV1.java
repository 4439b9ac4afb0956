package io.olm4j.bundle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * A registry+v1 bundle as read from its directory. The trees are shared and must not be changed.
 *
 * @param packageName the package it belongs to, empty when the bundle does not say
 * @param csv its ClusterServiceVersion, the bundle's {@code metadata/properties.yaml} merged in
 * @param crds its CustomResourceDefinitions, as the v1 type encodes them
 * @param others all other objects, as written
 * @param annotations {@code metadata/annotations.yaml}
 */
public record RegistryV1(
        String packageName, Csv csv, List<ObjectNode> crds, List<ObjectNode> others, Map<String, String> annotations) {
    public RegistryV1 {
        crds = List.copyOf(crds);
        others = List.copyOf(others);
        annotations = Map.copyOf(annotations);
    }
}
