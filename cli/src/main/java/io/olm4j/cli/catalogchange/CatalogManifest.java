package io.olm4j.cli.catalogchange;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogSpec;
import io.olm4j.api.ClusterCatalogSpec.AvailabilityMode;
import io.olm4j.api.ClusterCatalogSpec.ImageSource;
import io.olm4j.api.ClusterCatalogSpec.Source;
import io.olm4j.cli.manifest.DeclaredObject;
import java.util.Map;
import java.util.Optional;

/** Builds manifests of ClusterCatalogs. */
final class CatalogManifest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private CatalogManifest() {}

    /** A new catalog of an image. */
    static ClusterCatalog catalog(
            String name, String image, int priority, Optional<Long> pollMinutes, Map<String, String> labels) {
        ClusterCatalog catalog = new ClusterCatalog();
        catalog.setMetadata(
                new ObjectMetaBuilder().withName(name).withLabels(labels).build());
        catalog.setSpec(new ClusterCatalogSpec(
                new Source(Source.IMAGE, new ImageSource(image, pollMinutes.orElse(null))), priority, null));
        return catalog;
    }

    /** What a user declares of a catalog. */
    static ObjectNode of(ClusterCatalog catalog) {
        ObjectNode manifest = DeclaredObject.of(catalog);
        if (manifest.at("/metadata/annotations") instanceof ObjectNode annotations) {
            annotations.remove(Annotations.REFRESH_HANDLED);
            if (annotations.isEmpty()) {
                manifest.withObject("/metadata").remove("annotations");
            }
        }
        return manifest;
    }

    /** The manifest with another availability. */
    static ObjectNode withAvailability(ClusterCatalog catalog, AvailabilityMode mode) {
        ObjectNode manifest = of(catalog);
        manifest.withObject("/spec").set("availabilityMode", JSON.valueToTree(mode));
        return manifest;
    }

    /** The manifest with another annotation. */
    static ObjectNode withAnnotation(ClusterCatalog catalog, String key, String value) {
        ObjectNode manifest = of(catalog);
        manifest.withObject("/metadata/annotations").put(key, value);
        return manifest;
    }
}
