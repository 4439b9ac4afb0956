package io.olm4j.cli.resolve;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.dependency.ManifestDependencies;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.fbc.property.PropertyTypes;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Keeps of the bundles of a catalog what package graphs leave out: their needs by the metadata of their manifests, and
 * the providers of APIs.
 */
final class BundleMetadata implements Consumer<Meta> {
    private final Map<String, BundleDependencies> byBundle = new HashMap<>();
    private final Map<String, SortedSet<ApiKind>> byPackage = new TreeMap<>();

    @Override
    public void accept(Meta meta) {
        JsonNode bundle = meta.blob();
        if (!bundle.path("schema").asText().equals("olm.bundle")) {
            return;
        }
        for (JsonNode property : bundle.path("properties")) {
            JsonNode value = property.path("value");
            switch (property.path("type").asText()) {
                case PropertyTypes.CSV_METADATA ->
                    byBundle.put(bundle.path("name").asText(), ManifestDependencies.ofMetadata(value));
                case PropertyTypes.GVK ->
                    byPackage
                            .computeIfAbsent(
                                    bundle.path("package").asText(),
                                    _ -> new TreeSet<>(Comparator.comparing(ApiKind::path)))
                            .add(new ApiKind(
                                    value.path("group").asText(""),
                                    value.path("version").asText(""),
                                    value.path("kind").asText("")));
                default -> {
                    // The package graph has it, or it says nothing of dependencies.
                }
            }
        }
    }

    /** What a bundle needs and brings by its metadata; nothing if there is none. */
    BundleDependencies of(String bundle) {
        return byBundle.getOrDefault(bundle, BundleDependencies.NONE);
    }

    /** The packages that provide an API in any version, by name. */
    SortedSet<String> providers(ApiKind api) {
        SortedSet<String> names = new TreeSet<>();
        byPackage.forEach((name, apis) -> {
            if (apis.contains(api)) {
                names.add(name);
            }
        });
        return names;
    }
}
