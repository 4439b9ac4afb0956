package io.olm4j.cli.catalogchange;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogSpec.ImageSource;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.NamedObjects;
import java.util.Optional;

/** Reads a catalog by its name. */
final class CatalogReads {

    private CatalogReads() {}

    /**
     * The catalog; empty if there is none.
     *
     * @throws OlmException if the name is empty
     */
    static Optional<ClusterCatalog> find(KubernetesClient client, String name) {
        return NamedObjects.find(client, ClusterCatalog.class, name);
    }

    /**
     * The catalog.
     *
     * @throws OlmException if there is none, or the name is empty
     */
    static ClusterCatalog catalog(KubernetesClient client, String name) {
        return find(client, name)
                .orElseThrow(() -> new OlmException(
                        "there is no ClusterCatalog " + name + ": \"olm catalog list\" shows the names"));
    }

    /** Whether the image is named by a digest, which always names the same content; a template may name others. */
    static boolean isOfDigest(ClusterCatalog catalog) {
        return Annotations.find(catalog, Annotations.CATALOG_IMAGE_TEMPLATE).isEmpty()
                && Optional.ofNullable(catalog.getSpec().source().image())
                        .map(ImageSource::ref)
                        .filter(ref -> ref.contains("@"))
                        .isPresent();
    }
}
