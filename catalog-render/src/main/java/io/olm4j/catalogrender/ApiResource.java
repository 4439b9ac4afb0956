package io.olm4j.catalogrender;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.versionranges.Quoted;

/**
 * An API under the name of its resource.
 *
 * @param plural the name of a custom resource, or of an API service's resource
 */
record ApiResource(ApiKind api, String plural) {

    /**
     * The resource that the CSV describes by the name of its CRD.
     *
     * @param description with {@code name}, {@code version} and {@code kind}
     * @throws RenderException if the name is not {@code plural.group}
     */
    static ApiResource ofCrd(JsonNode description) {
        String name = description.path("name").asText();
        int dot = name.indexOf('.');
        if (dot < 0) {
            throw new RenderException("the ClusterServiceVersion names a CRD " + Quoted.of(name)
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

    private static ApiKind api(String group, JsonNode description) {
        return new ApiKind(
                group,
                description.path("version").asText(),
                description.path("kind").asText());
    }
}
