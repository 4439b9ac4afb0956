package io.olm4j.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * A registry+v1 bundle as read from its directory. The trees are shared and must not be changed.
 *
 * @param packageName the package it belongs to; empty if the bundle does not name one
 * @param csv its ClusterServiceVersion, with the bundle's {@code metadata/properties.yaml} merged into it
 * @param crds its CustomResourceDefinitions, as the v1 type encodes them
 * @param others all other objects, as written
 * @param annotations {@code metadata/annotations.yaml}
 * @param files the files that contain the objects
 * @param warnings probable mistakes that do not prevent the use of the bundle
 */
public record RegistryV1(
        String packageName,
        Csv csv,
        List<ObjectNode> crds,
        List<ObjectNode> others,
        Map<String, String> annotations,
        ObjectFiles files,
        List<Finding> warnings) {
    public RegistryV1 {
        crds = List.copyOf(crds);
        others = List.copyOf(others);
        annotations = Map.copyOf(annotations);
        warnings = List.copyOf(warnings);
    }

    /** A finding about an object of this bundle. */
    public Finding finding(ObjectNode object, String message) {
        return new Finding(files.of(object), describe(object), message);
    }

    /** Kind and name of an object for messages. */
    public static String describe(JsonNode object) {
        String kind = object.path("kind").isTextual() ? object.path("kind").textValue() : "";
        String name = object.path("metadata").path("name").asText();
        return (kind.isEmpty() ? "an object" : kind) + (name.isEmpty() ? "" : " \"" + name + "\"");
    }
}
