package io.olm4j.oci.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.MediaTypes;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.registry.TestRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bundles have their own limits, which are much lower than those of catalogs. */
class BundleLimitsTest {

    private static final String ADVICE = "; build it from scratch, with the files of the bundle or catalog only";

    @TempDir
    Path scratch;

    private final TestRegistry registry = new TestRegistry();
    private final RegistryClient client = RegistryClient.create(RegistryOptions.defaults());

    @AfterEach
    void stop() throws Exception {
        DirectoryTree.delete(scratch.resolve("store"));
        registry.close();
    }

    @Test
    void shouldRefuseAndDeleteWhenABundleUnpacksToGigabytes() throws Exception {
        // Given a layer of about 300 KB
        ImageReference image = put(layer(1, 300L << 20));

        // When
        ImageException refusal = refusal(image);

        // Then
        assertThat(refusal)
                .hasMessage(
                        "error applying image: the image is larger than the limit of 256 MiB when unpacked" + ADVICE);
        assertThat(refusal.terminal()).isTrue();
        assertNothingIsLeft();
    }

    @Test
    void shouldRefuseAndDeleteWhenABundleHasTooManyFiles() throws Exception {
        // Given
        ImageReference image = put(layer(10_001, 0));

        // When
        ImageException refusal = refusal(image);

        // Then
        assertThat(refusal)
                .hasMessage("error applying image: the image has more files than the limit of 10000" + ADVICE);
        assertNothingIsLeft();
    }

    @Test
    void shouldRefuseBeforeDownloadWhenTheLayersOfABundleAreTooLarge() throws Exception {
        // Given
        ImageReference image = put(Digest.sha256(new byte[1]), 257L << 20);

        // When
        ImageException refusal = refusal(image);

        // Then
        assertThat(refusal)
                .hasMessage(
                        "error copying image: the layers of the image are larger than the limit of 256 MiB together");
        assertThat(registry.requests())
                .noneMatch(
                        request -> request.endsWith(Digest.sha256(new byte[1]).toString()));
        assertNothingIsLeft();
    }

    @Test
    void shouldTakeACatalogThatIsLargerThanABundleMayBe() throws Exception {
        // Given
        ImageReference image = put(layer(10_001, 0));

        // When
        UnpackedImage catalog = store().pull("cat", image, ImageContent.CATALOG);

        // Then
        assertThat(catalog.root().resolve("file-10000")).exists();
    }

    private ImageException refusal(ImageReference image) {
        return catchThrowableOfType(ImageException.class, () -> store().pull("op", image, ImageContent.BUNDLE));
    }

    private void assertNothingIsLeft() throws IOException {
        try (var left = Files.walk(scratch.resolve("store"))) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
    }

    private static byte[] layer(int files, long size) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes, 64 << 10))) {
            byte[] block = new byte[1 << 20];
            for (int i = 0; i < files; i++) {
                TarArchiveEntry entry = new TarArchiveEntry("configs/file-" + i);
                entry.setSize(size);
                tar.putArchiveEntry(entry);
                for (long left = size; left > 0; left -= block.length) {
                    tar.write(block);
                }
                tar.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    private ImageReference put(byte[] layer) throws Exception {
        return put(registry.putBlob("org/op", layer), layer.length);
    }

    private ImageReference put(Digest layer, long size) throws Exception {
        byte[] config = "{\"config\":{\"Labels\":{\"%s\":\"/configs\"}}}"
                .formatted(ImageContent.CATALOG_LABEL)
                .getBytes(StandardCharsets.UTF_8);
        String descriptor = "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d}";
        String manifest = "{\"schemaVersion\":2,\"config\":%s,\"layers\":[%s]}"
                .formatted(
                        descriptor.formatted(MediaTypes.OCI_CONFIG, registry.putBlob("org/op", config), config.length),
                        descriptor.formatted(MediaTypes.OCI_LAYER_GZIP, layer, size));
        return registry.reference("org/op@" + registry.putManifest("org/op", "v1", MediaTypes.OCI_MANIFEST, manifest));
    }

    private ImageStore store() {
        return new ImageStore(scratch.resolve("store"), client);
    }
}
