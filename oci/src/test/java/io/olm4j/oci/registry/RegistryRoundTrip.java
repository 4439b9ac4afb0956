package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.store.ImageContent;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.oci.store.UnpackedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for every real registry: images are pushed to it and pulled again. */
abstract class RegistryRoundTrip {

    private static final Path REAL_BUNDLES = Path.of("../../shared/data/bundles");

    @TempDir
    Path scratch;

    private final RegistryClient client = RegistryClient.create(RegistryOptions.defaults());

    /** Host and port of the registry. */
    abstract String registry();

    @AfterEach
    void makeWritable() throws IOException {
        DirectoryTree.delete(scratch.resolve("store"));
    }

    @Test
    void shouldGiveBackContentWhenPushed() throws Exception {
        // Given
        BuiltImage image = new ImageBuilder()
                .addFile("manifests/csv.yaml", "kind: X".getBytes(StandardCharsets.UTF_8))
                .label("operators.operatorframework.io.bundle.package.v1", "p")
                .build();

        // When
        Digest digest = client.push(reference("round/trip:v1"), image);
        UnpackedImage pulled = store().pull("p", reference("round/trip:v1"), ImageContent.BUNDLE);

        // Then
        assertThat(pulled.canonical()).isEqualTo(reference("round/trip@" + digest));
        assertThat(pulled.labels()).containsEntry("operators.operatorframework.io.bundle.package.v1", "p");
        assertThat(pulled.root().resolve("manifests/csv.yaml")).hasContent("kind: X");
    }

    @Test
    void shouldBeReadableByDigestAloneWhenPushedByDigest() throws Exception {
        // Given
        BuiltImage image = new ImageBuilder().addFile("a", new byte[] {1}).build();

        // When
        client.push(reference("round/digest@" + image.digest()), image);

        // Then
        UnpackedImage pulled = store().pull("p", reference("round/digest@" + image.digest()), ImageContent.BUNDLE);
        assertThat(pulled.root().resolve("a")).hasBinaryContent(new byte[] {1});
    }

    @Test
    void shouldSayThatManifestIsUnknownWhenNothingWasPushed() {
        assertThatThrownBy(() -> store().pull("p", reference("round/none:v1"), ImageContent.BUNDLE))
                .isInstanceOf(ImageException.class)
                .hasMessageStartingWith(
                        "error creating image source: reading manifest v1 in " + registry() + "/round/none: ")
                .hasMessageEndingWith("(404); check the reference, or push the image");
    }

    @Test
    void shouldGiveBackEveryRealBundleAsItIs() throws Exception {
        // Given
        assumeThat(REAL_BUNDLES)
                .as("the real bundles are not beside the checkout, so they are not packed here")
                .isDirectory();
        List<Path> bundles = bundles();

        for (Path bundle : bundles) {
            // When
            ImageReference reference =
                    reference("real/" + bundle.subpath(bundle.getNameCount() - 2, bundle.getNameCount() - 1) + ":v"
                            + bundle.getFileName().toString().replace('+', '-'));
            client.push(reference, new ImageBuilder().addDirectory("", bundle).build());
            UnpackedImage pulled = store().pull("real", reference, ImageContent.BUNDLE);

            // Then
            assertThat(files(pulled.root())).isEqualTo(files(bundle));
        }
        assertThat(bundles).hasSizeGreaterThan(50);
    }

    @Test
    void shouldGoOnWhereDownloadBrokeOff() throws Exception {
        // Given
        byte[] large = new byte[3_000_000];
        new Random(1).nextBytes(large);
        client.push(
                reference("round/large:v1"),
                new ImageBuilder().addFile("large", large).build());
        List<String> ranges = new CopyOnWriteArrayList<>();
        OkHttpClient breaking = new OkHttpClient.Builder()
                .addInterceptor(chain -> {
                    Response response = chain.proceed(chain.request());
                    boolean layer = response.body().contentLength() > 1_000_000;
                    if (layer) {
                        ranges.add(String.valueOf(chain.request().header("Range")));
                    }
                    return layer && ranges.size() == 1 ? breakAfter(response, 1_000_000) : response;
                })
                .build();

        // When
        UnpackedImage pulled = new ImageStore(
                        scratch.resolve("store"), new RegistryClient(breaking, RegistryOptions.defaults()))
                .pull("p", reference("round/large:v1"), ImageContent.BUNDLE);

        // Then
        assertThat(pulled.root().resolve("large")).hasBinaryContent(large);
        assertThat(ranges).hasSize(2).first().isEqualTo("null");
        assertThat(ranges).last().asString().startsWith("bytes=1000000-");
    }

    /** The same answer over a connection that breaks after so many bytes. */
    private static Response breakAfter(Response response, long bytes) {
        BufferedSource breaking =
                Okio.buffer(new ForwardingSource(response.body().source()) {
                    private long left = bytes;

                    @Override
                    public long read(Buffer sink, long count) throws IOException {
                        if (left == 0) {
                            throw new IOException("broken");
                        }
                        long n = super.read(sink, Math.min(count, left));
                        left -= Math.max(n, 0);
                        return n;
                    }
                });
        return response.newBuilder()
                .body(ResponseBody.create(
                        breaking, response.body().contentType(), response.body().contentLength()))
                .build();
    }

    private static List<Path> bundles() throws IOException {
        try (Stream<Path> tree = Files.walk(REAL_BUNDLES, 2)) {
            return tree.filter(p -> Files.isDirectory(p.resolve("manifests"))).toList();
        }
    }

    private static Map<String, String> files(Path root) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                files.put(root.relativize(file).toString(), Files.readString(file));
            }
        }
        return files;
    }

    private ImageReference reference(String rest) throws ImageException {
        return ImageReference.parse(registry() + "/" + rest);
    }

    private ImageStore store() {
        return new ImageStore(scratch.resolve("store"), client);
    }
}
