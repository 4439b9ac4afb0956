package io.olm4j.applier.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A group of kinds that the API server serves.
 *
 * @param apiVersions its versions as objects name them, such as {@code apps/v1}, the preferred ones first
 */
public record ApiGroup(List<String> apiVersions) {

    /** The core group. */
    public static final ApiGroup CORE = new ApiGroup(List.of("v1"));

    public ApiGroup {
        apiVersions = List.copyOf(apiVersions);
    }

    /** Reads an {@code APIGroup} of the API server. */
    public static ApiGroup of(JsonNode group) {
        List<String> apiVersions = new ArrayList<>();
        group.path("versions")
                .forEach(version -> apiVersions.add(version.path("groupVersion").asText("")));
        return new ApiGroup(apiVersions);
    }

    /** The path of an apiVersion below the address of the API server. */
    public static String path(String apiVersion) {
        return (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
    }
}
