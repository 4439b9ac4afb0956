package io.olm4j.cli.cluster;

import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.cli.pack.CatalogPacker;
import io.olm4j.cli.source.Scratch;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.registry.RegistryClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The sample operator of this build: its bundles and its catalog, as images of a registry, and the manifests that use
 * them.
 */
public final class Samples {

    /** What the manifests call the registry. */
    private static final String REGISTRY = "registry.example.com";

    private static final String ROOT = "samples/greeter";
    private static final String REPOSITORY = "/olm4j/";

    private final String registry;

    /** @param registry host and port of the registry that holds, or will hold, the images */
    public Samples(String registry) {
        this.registry = registry;
    }

    /**
     * Packs and pushes the bundles, then the catalog that refers to them.
     *
     * @throws ImageException if the registry does not take an image
     * @throws IOException if there is no room for the files in between
     */
    public void push(RegistryClient client) throws ImageException, IOException {
        try (Scratch scratch = Scratch.create("olm4j-samples-")) {
            Path directory = scratch.directory();
            Manifests.extract(ROOT, directory);
            try (Stream<Path> bundles = Files.list(directory.resolve("bundles"))) {
                for (Path bundle : bundles.sorted().toList()) {
                    push(client, "greeter-operator-bundle:v" + bundle.getFileName(), BundlePacker.pack(bundle));
                }
            }
            Path catalog = directory.resolve("catalog/greeter-operator/catalog.yaml");
            Files.writeString(catalog, withRegistry(Files.readString(catalog)));
            push(client, "samples-catalog:latest", CatalogPacker.pack(directory.resolve("catalog")));
        }
    }

    private void push(RegistryClient client, String image, BuiltImage built) throws ImageException, IOException {
        try (built) {
            var _ = client.push(ImageReference.parse(registry + REPOSITORY + image), built);
        }
    }

    /** The ClusterCatalog of the samples. */
    public String clusterCatalog() {
        return withRegistry(Manifests.text(ROOT + "/clustercatalog.yaml"));
    }

    /** Namespace, service account and rights for the sample operator. */
    public String installer() {
        return Manifests.text(ROOT + "/installer.yaml");
    }

    /** The ClusterExtension of the sample operator. */
    public String clusterExtension() {
        return Manifests.text(ROOT + "/clusterextension.yaml");
    }

    private String withRegistry(String manifest) {
        return manifest.replace(REGISTRY, registry);
    }
}
