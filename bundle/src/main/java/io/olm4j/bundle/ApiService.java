package io.olm4j.bundle;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An aggregated API that the operator of a ClusterServiceVersion serves.
 *
 * @param tree the definition; it is shared and must not be changed
 */
public record ApiService(JsonNode tree) {
    private static final int DEFAULT_PORT = 443;

    /** The name of the APIService: version and group. */
    public String name() {
        return version() + "." + group();
    }

    public String group() {
        return tree.path("group").asText();
    }

    public String version() {
        return tree.path("version").asText();
    }

    /** The resource that it serves, in the plural. */
    public String resource() {
        return tree.path("name").asText();
    }

    public String deploymentName() {
        return tree.path("deploymentName").asText();
    }

    /** The port of the service and of the container, possibly invalid; 443 if the bundle leaves it out. */
    public int port() {
        int port = tree.path("containerPort").asInt();
        return port == 0 ? DEFAULT_PORT : port;
    }
}
