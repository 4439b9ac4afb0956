package io.olm4j.api;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Which object: group, kind, namespace and name identify it; the version says how it is addressed.
 *
 * @param group empty for the core group
 * @param namespace empty for a cluster-scoped object
 */
public record ObjectRef(String group, String version, String kind, String namespace, String name) {

    /** Reads the identity from an object tree; what is missing is empty. */
    public static ObjectRef of(JsonNode object) {
        String apiVersion = object.path("apiVersion").asText("");
        int slash = apiVersion.indexOf('/');
        JsonNode metadata = object.path("metadata");
        return new ObjectRef(
                slash < 0 ? "" : apiVersion.substring(0, slash),
                apiVersion.substring(slash + 1),
                object.path("kind").asText(""),
                metadata.path("namespace").asText(""),
                metadata.path("name").asText(""));
    }

    /** {@code group/version}, or just the version in the core group. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** {@code namespace/name}, or just the name of a cluster-scoped object. */
    public String qualifiedName() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    /** How messages name it: {@code Deployment.apps/v1 ns/name}. */
    @Override
    public String toString() {
        return kind + "." + apiVersion() + " " + qualifiedName();
    }
}
