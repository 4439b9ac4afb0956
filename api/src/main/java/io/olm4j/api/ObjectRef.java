package io.olm4j.api;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A reference to an object: group, kind, namespace and name identify it; the version is the one to address it by.
 *
 * @param group empty for the core group
 * @param namespace empty for a cluster-scoped object
 */
public record ObjectRef(String group, String version, String kind, String namespace, String name) {

    /** Reads the identity from an object tree; a missing part is the empty string. */
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

    /** The form that messages use: {@code Deployment.apps/v1 ns/name}. */
    @Override
    public String toString() {
        return kind + "." + apiVersion() + " " + qualifiedName();
    }
}
