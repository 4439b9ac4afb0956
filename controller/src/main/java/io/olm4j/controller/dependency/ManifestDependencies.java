package io.olm4j.controller.dependency;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.controller.clusterupgrade.OpenShiftVersionRange;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the dependencies and the provided APIs from the manifests of a bundle. The ClusterServiceVersion contains
 * {@code minKubeVersion}, {@code nativeAPIs}, and the required and owned custom resources and aggregated APIs. The
 * CustomResourceDefinitions contain their served versions. The annotations contain the versions of OpenShift that the
 * bundle is published for, which are only recorded.
 */
public final class ManifestDependencies {

    private ManifestDependencies() {}

    /** The dependencies and the provided APIs in the manifests of a bundle. */
    public static BundleDependencies of(RegistryV1 bundle) {
        BundleDependencies byCsv =
                read(bundle.csv().tree().path("spec"), "customresourcedefinitions", "apiservicedefinitions");
        Set<ApiKind> served = new HashSet<>();
        bundle.crds().forEach(crd -> addServed(crd, served));
        List<Property> published =
                Optional.ofNullable(bundle.annotations().get(OpenShiftVersionRange.ANNOTATION)).stream()
                        .map(versions -> BundleDependencies.text(OpenShiftVersionRange.ANNOTATION, versions))
                        .toList();
        return byCsv.plus(new BundleDependencies(published, served));
    }

    /**
     * The same from a property {@code olm.csv.metadata}, in which catalogs repeat parts of the ClusterServiceVersion.
     */
    public static BundleDependencies ofMetadata(JsonNode metadata) {
        return read(metadata, "crdDescriptions", "apiServiceDefinitions");
    }

    private static BundleDependencies read(JsonNode spec, String crds, String apiServices) {
        List<Property> required = new ArrayList<>();
        String minimum = spec.path("minKubeVersion").asText("");
        if (!minimum.isBlank()) {
            required.add(BundleDependencies.text(PropertyTypes.MIN_KUBE_VERSION, minimum));
        }
        JsonNode definitions = spec.path(crds);
        JsonNode services = spec.path(apiServices);
        definitions.path("required").forEach(entry -> customResource(entry).ifPresent(api -> require(api, required)));
        services.path("required").forEach(entry -> api(entry).ifPresent(api -> require(api, required)));
        spec.path("nativeAPIs").forEach(entry -> api(entry).ifPresent(api -> require(api, required)));
        Set<ApiKind> provided = new HashSet<>();
        definitions.path("owned").forEach(entry -> customResource(entry).ifPresent(provided::add));
        services.path("owned").forEach(entry -> api(entry).ifPresent(provided::add));
        return new BundleDependencies(required, provided);
    }

    private static void require(ApiKind api, List<Property> required) {
        required.add(BundleDependencies.api(PropertyTypes.GVK_REQUIRED, api));
    }

    /** The name of a CustomResourceDefinition is plural.group. */
    private static Optional<ApiKind> customResource(JsonNode entry) {
        String name = entry.path("name").asText("");
        int dot = name.indexOf('.');
        return dot < 0 ? Optional.empty() : api(name.substring(dot + 1), entry);
    }

    private static Optional<ApiKind> api(JsonNode entry) {
        return api(entry.path("group").asText(""), entry);
    }

    /** An entry without version or kind does not identify an API. */
    private static Optional<ApiKind> api(String group, JsonNode entry) {
        String version = entry.path("version").asText("");
        String kind = entry.path("kind").asText("");
        return version.isEmpty() || kind.isEmpty() ? Optional.empty() : Optional.of(new ApiKind(group, version, kind));
    }

    private static void addServed(JsonNode crd, Set<ApiKind> provided) {
        JsonNode spec = crd.path("spec");
        for (JsonNode version : spec.path("versions")) {
            if (version.path("served").asBoolean()) {
                provided.add(new ApiKind(
                        spec.path("group").asText(""),
                        version.path("name").asText(""),
                        spec.path("names").path("kind").asText("")));
            }
        }
    }
}
