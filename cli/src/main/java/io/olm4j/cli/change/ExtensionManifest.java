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
import java.util.Optional;

/** Builds ClusterExtensions and parts of their manifests. */
final class ExtensionManifest {

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
}
