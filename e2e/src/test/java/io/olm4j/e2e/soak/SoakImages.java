package io.olm4j.e2e.soak;

import io.olm4j.cli.pack.CatalogPacker;
import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The images of the soak in the registry of the cluster. olm4j pulls them through a relay. */
final class SoakImages implements AutoCloseable {

    /** The tag that moves. */
    private static final String MOVING = "stable";

    private record Key(SoakCatalog catalog, int edition) {}

    private final RegistryClient client = RegistryClient.create(RegistryOptions.defaults());
    private final Map<Key, BuiltImage> editions = new HashMap<>();
    private final String registry;
    private final String relay;

    /**
     * Pushes all bundles and all editions of the catalogs.
     *
     * @param registry the address of the registry
     * @param relay the address at which olm4j reaches it
     */
    SoakImages(String registry, String relay) throws IOException, ImageException {
        this.registry = registry;
        this.relay = relay;
        for (SoakPackage member : SoakPackage.values()) {
            for (String version : SoakCatalog.VERSIONS) {
                try (BuiltImage image = SoakBundles.pack(member, version)) {
                    push("soak/" + member.label() + ":v" + version, image);
                }
            }
        }
        for (SoakCatalog catalog : SoakCatalog.values()) {
            for (int edition = 0; edition < SoakCatalog.EDITIONS; edition++) {
                BuiltImage image = pack(catalog, edition);
                editions.put(new Key(catalog, edition), image);
                push(repository(catalog) + ":" + tag(edition), image);
            }
        }
    }

    private static String repository(SoakCatalog catalog) {
        return "soak/" + catalog.label();
    }

    private static String tag(int edition) {
        return "edition-" + edition;
    }

    private BuiltImage pack(SoakCatalog catalog, int edition) throws IOException {
        Path directory = Files.createTempDirectory("olm4j-soak-");
        try {
            String document =
                    catalog.document(edition, (member, version) -> relay + "/soak/" + member + ":v" + version);
            Files.writeString(directory.resolve("catalog.yaml"), document);
            return CatalogPacker.pack(directory);
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    private void push(String image, BuiltImage built) throws ImageException {
        var _ = client.push(ImageReference.parse(registry + "/" + image), built);
    }

    private BuiltImage image(SoakCatalog catalog, int edition) {
        return Objects.requireNonNull(editions.get(new Key(catalog, edition)));
    }

    /** Which edition an image is; empty if it is none. */
    OptionalInt edition(SoakCatalog catalog, String reference) {
        return IntStream.range(0, SoakCatalog.EDITIONS)
                .filter(edition ->
                        reference.endsWith("@" + image(catalog, edition).digest()))
                .findFirst();
    }

    /** The reference of an edition by a tag that never moves. */
    String reference(SoakCatalog catalog, int edition) {
        return relay + "/" + repository(catalog) + ":" + tag(edition);
    }

    /** Lets the moving tag of a catalog point to an edition; returns the reference with that tag. */
    String retag(SoakCatalog catalog, int edition) throws ImageException {
        push(repository(catalog) + ":" + MOVING, image(catalog, edition));
        return movingReference(catalog);
    }

    /** The reference by the tag that moves. */
    String movingReference(SoakCatalog catalog) {
        return relay + "/" + repository(catalog) + ":" + MOVING;
    }

    @Override
    public void close() {
        List.copyOf(editions.values()).forEach(SoakImages::close);
    }

    private static void close(BuiltImage image) {
        try {
            image.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
