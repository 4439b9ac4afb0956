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
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void shouldKeepOnlyTheFoldersOfABundle() throws Exception {
        // Given a bundle with a base image
        ImageReference image = put(layer(
                List.of("usr/lib/libc.so", "etc", "manifests/csv.yaml", "metadata/annotations.yaml"),
                20 << 20,
                List.of("lib")));

        // When
        UnpackedImage bundle = store().pull("op", image, ImageContent.BUNDLE);

        // Then
        assertThat(files(bundle.root())).containsExactlyInAnyOrder("manifests/csv.yaml", "metadata/annotations.yaml");
    }

    @Test
    void shouldKeepTheFileWhenAFolderOfABundleIsALink() throws Exception {
        // Given
        ImageReference image =
                put(layer(List.of("configs/csv.yaml", "metadata/annotations.yaml"), 10, List.of("manifests")));

        // When
        UnpackedImage bundle = store().pull("op", image, ImageContent.BUNDLE);

        // Then
        assertThat(bundle.root().resolve("manifests/csv.yaml")).hasSize(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"manifests/csv.yaml", "usr/lib/libc.so"})
    void shouldRefuseAndDeleteWhenWhatStaysOfABundleIsTooLarge(String large) throws Exception {
        // Given an image with a link, of which everything would stay, and one without
        boolean link = !large.startsWith("manifests/");
        ImageReference image = put(
                layer(List.of(large, "metadata/annotations.yaml"), 65L << 20, link ? List.of("manifests") : List.of()));

        // When
        ImageException refusal = refusal(image);

        // Then
        assertThat(refusal)
                .hasMessage("error applying image: the files of the bundle are larger than the limit of 64 MiB; build"
                        + " the image from scratch, with the folders \"manifests\" and \"metadata\" only");
        assertThat(refusal.terminal()).isTrue();
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

    private static List<String> files(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            return files.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .map(file -> root.relativize(file).toString())
                    .toList();
        }
    }

    private static byte[] layer(int files, long size) throws IOException {
        return layer(
                IntStream.range(0, files).mapToObj(i -> "configs/file-" + i).toList(), size, List.of());
    }

    /** @param links symbolic links to {@code configs} */
    private static byte[] layer(List<String> files, long size, List<String> links) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(new GZIPOutputStream(bytes, 64 << 10))) {
            byte[] block = new byte[1 << 20];
            for (String name : files) {
                TarArchiveEntry entry = new TarArchiveEntry(name);
                entry.setSize(size);
                tar.putArchiveEntry(entry);
                for (long left = size; left > 0; left -= block.length) {
                    tar.write(block, 0, (int) Math.min(left, block.length));
                }
                tar.closeArchiveEntry();
            }
            for (String name : links) {
                TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
                entry.setLinkName("configs");
                tar.putArchiveEntry(entry);
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
