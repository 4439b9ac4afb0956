package io.olm4j.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.cli.OlmException;
import io.olm4j.fbc.property.GroupVersionKind;
import io.olm4j.versionranges.Quoted;

/**
 * An API under the name of its resource.
 *
 * @param plural the name of a custom resource, or of an API service's resource
 */
record ApiResource(GroupVersionKind api, String plural) {

    /**
     * The resource that the CSV describes by the name of its CRD.
     *
     * @param description with {@code name}, {@code version} and {@code kind}
     * @throws OlmException if the name is not {@code plural.group}
     */
    static ApiResource ofCrd(JsonNode description) {
        String name = description.path("name").asText();
        int dot = name.indexOf('.');
        if (dot < 0) {
            throw new OlmException("the ClusterServiceVersion names a CRD " + Quoted.of(name)
                    + ", which is not of the form plural.group");
        }
        return new ApiResource(api(name.substring(dot + 1), description), name.substring(0, dot));
    }

    /** The resource of an API service that the CSV describes. */
    static ApiResource ofApiService(JsonNode description) {
        return new ApiResource(
                api(description.path("group").asText(), description),
                description.path("name").asText());
    }

    private static GroupVersionKind api(String group, JsonNode description) {
        return new GroupVersionKind(
                group,
                description.path("version").asText(),
                description.path("kind").asText());
    }
}
