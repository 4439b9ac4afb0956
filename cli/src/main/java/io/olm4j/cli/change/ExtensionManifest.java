package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.Config;
import io.olm4j.api.ClusterExtensionSpec.ServiceAccountReference;
import io.olm4j.api.ClusterExtensionSpec.Source;
import io.olm4j.api.OlmApi;
import java.util.Map;
import java.util.Optional;

/** Builds ClusterExtensions and their manifests. */
final class ExtensionManifest {

    /** kubectl keeps the manifest that it applied last in it. */
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private static final ObjectMapper JSON = new ObjectMapper();

    private ExtensionManifest() {}

    /** A new extension. */
    static ClusterExtension extension(
            String name, String namespace, String account, CatalogFilter selection, Optional<Config> config) {
        ClusterExtension extension = new ClusterExtension();
        extension.setMetadata(new ObjectMetaBuilder().withName(name).build());
        extension.setSpec(new ClusterExtensionSpec(
                namespace,
                new ServiceAccountReference(account),
                new Source(Source.CATALOG, selection),
                null,
                config.orElse(null),
                null));
        return extension;
    }

    /** The manifest of an extension: what a user declares of it. */
    static ObjectNode of(ClusterExtension extension) {
        ObjectNode manifest =
                JSON.createObjectNode().put("apiVersion", OlmApi.API_VERSION).put("kind", ClusterExtension.KIND);
        ObjectNode metadata = manifest.putObject("metadata")
                .put("name", extension.getMetadata().getName());
        put(metadata, "labels", extension.getMetadata().getLabels());
        put(metadata, "annotations", extension.getMetadata().getAnnotations());
        manifest.set("spec", spec(extension));
        return manifest;
    }

    /** The spec as a tree; what is empty is left out. */
    static ObjectNode spec(ClusterExtension extension) {
        return JSON.valueToTree(extension.getSpec());
    }

    /** A namespace. */
    static ObjectNode namespace(String name) {
        ObjectNode manifest = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Namespace");
        manifest.putObject("metadata").put("name", name);
        return manifest;
    }

    private static void put(ObjectNode metadata, String field, Map<String, String> values) {
        ObjectNode tree = JSON.createObjectNode();
        Optional.ofNullable(values).orElse(Map.of()).forEach(tree::put);
        tree.remove(LAST_APPLIED);
        if (!tree.isEmpty()) {
            metadata.set(field, tree);
        }
    }
}
