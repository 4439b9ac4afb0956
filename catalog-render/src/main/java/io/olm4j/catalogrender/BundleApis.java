package io.olm4j.catalogrender;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.bundle.read.BundleSource;
import io.olm4j.fbc.property.ApiKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The APIs that the content of a bundle speaks of.
 *
 * @param provided every version of its CRDs, served or not, and its API services
 * @param required what its ClusterServiceVersion requires
 */
record BundleApis(Set<ApiKind> provided, Set<ApiKind> required) {

    /**
     * Reads them from CRDs and ClusterServiceVersion.
     *
     * @throws RenderException if the ClusterServiceVersion owns a CRD that the bundle does not have
     */
    static BundleApis of(BundleSource source) {
        Set<ApiResource> provided = new HashSet<>();
        source.manifests().forEach(manifest -> provided.addAll(definedBy(manifest)));
        described(source, "apiservicedefinitions", "owned")
                .map(ApiResource::ofApiService)
                .forEach(provided::add);
        described(source, "customresourcedefinitions", "owned")
                .map(ApiResource::ofCrd)
                .filter(owned -> !provided.contains(owned))
                .findFirst()
                .ifPresent(missing -> {
                    throw new RenderException("the ClusterServiceVersion owns " + missing.api() + ", but no CRD "
                            + missing.plural() + "." + missing.api().group()
                            + " in \"manifests\" has that kind and version");
                });
        Stream<ApiResource> required = Stream.concat(
                described(source, "customresourcedefinitions", "required").map(ApiResource::ofCrd),
                described(source, "apiservicedefinitions", "required").map(ApiResource::ofApiService));
        return new BundleApis(apis(provided.stream()), apis(required));
    }

    private static Set<ApiKind> apis(Stream<ApiResource> resources) {
        return resources.map(ApiResource::api).collect(Collectors.toSet());
    }

    private static Stream<JsonNode> described(BundleSource source, String kind, String relation) {
        return source.bundle()
                .csv()
                .tree()
                .path("spec")
                .path(kind)
                .path(relation)
                .valueStream();
    }

    /** CRDs of both generations; the older one may name a single version. */
    private static List<ApiResource> definedBy(JsonNode manifest) {
        List<ApiResource> resources = new ArrayList<>();
        String apiVersion = manifest.path("apiVersion").asText();
        boolean beta = apiVersion.endsWith("/v1beta1");
        if (!manifest.path("kind").asText().equals("CustomResourceDefinition")
                || !(beta || apiVersion.endsWith("/v1"))) {
            return resources;
        }
        JsonNode spec = manifest.path("spec");
        spec.path("versions").forEach(version -> resources.add(defined(spec, version.path("name"))));
        if (beta && spec.hasNonNull("version")) {
            resources.add(defined(spec, spec.path("version")));
        }
        return resources;
    }

    private static ApiResource defined(JsonNode spec, JsonNode version) {
        JsonNode names = spec.path("names");
        return new ApiResource(
                new ApiKind(
                        spec.path("group").asText(),
                        version.asText(),
                        names.path("kind").asText()),
                names.path("plural").asText());
    }
}
