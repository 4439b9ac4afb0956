package io.olm4j.oci.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.MediaTypes;
import io.olm4j.oci.RegistryTimeouts;
import io.olm4j.oci.layer.Layers;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.registry.TestRegistry;
import io.olm4j.oci.tls.CertificateDirectories;
import io.olm4j.oci.trust.ContainersConfig;
import io.olm4j.proxies.Proxies;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link ImageUnpacker}: layers in parallel, and images that are refused. */
class ImageUnpackerTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final byte[] EMPTY_CONFIG = "{}".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path scratch;

    private final TestRegistry registry = new TestRegistry();
    private final OkHttpClient http = new OkHttpClient();
    private final RegistryClient client = new RegistryClient(
            http, RegistryOptions.defaults().withSleeper(d -> {}).withContainers(ContainersConfig.none()));

    @AfterEach
    void stop() throws Exception {
        DirectoryTree.delete(scratch.resolve("store"));
        registry.close();
    }

    @Test
    void shouldDownloadThreeLayersAtOnceAndApplyThemInOrder() throws Exception {
        // Given
        List<byte[]> layers = IntStream.range(0, 9)
                .mapToObj(i -> new Layers()
                        .file("same", "layer " + i)
                        .file("own" + i, "x")
                        .gzip())
                .toList();
        putImage("org/many", layers);
        CyclicBarrier three = new CyclicBarrier(3);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        registry.misbehave(r -> {
            boolean layer = layers.stream()
                    .anyMatch(
                            l -> TestRegistry.path(r).endsWith(Digest.sha256(l).toString()));
            if (layer) {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                meet(three);
                running.decrementAndGet();
            }
            return Optional.empty();
        });

        // When
        UnpackedImage image = store().pull("my-op", registry.reference("org/many:v1"), ImageContent.BUNDLE);

        // Then
        assertThat(image.root().resolve("same")).hasContent("layer 8");
        assertThat(Children.names(image.root())).hasSize(10);
        assertThat(most).hasValue(3);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException("downloads come one by one", e);
        }
    }

    @Test
    void shouldStopOtherDownloadsWhenOneFails() throws Exception {
        // Given
        List<byte[]> layers = List.of(
                new Layers().file("a", "1").gzip(), new Layers().file("b", "2").gzip());
        putImage("org/two", layers);
        var otherIsAsked = new CountDownLatch(1);
        registry.misbehave(r -> {
            String path = TestRegistry.path(r);
            if (path.endsWith(digest(layers.get(0)))) {
                awaitQuietly(otherIsAsked);
                return Optional.of(TestRegistry.status(404));
            }
            if (path.endsWith(digest(layers.get(1)))) {
                otherIsAsked.countDown();
                return Optional.of(new MockResponse.Builder()
                        .onResponseStart(SocketEffect.Stall.INSTANCE)
                        .build());
            }
            return Optional.empty();
        });

        // When
        ImageException failure = failure("org/two:v1", ImageContent.BUNDLE);

        // Then
        assertThat(otherIsAsked.getCount()).isZero();
        assertThat(failure)
                .hasMessage("error copying image: reading blob " + Digest.sha256(layers.get(0)) + " in "
                        + registry.host() + "/org/two: not found (404); check the reference, or push the image");
        assertThat(Children.names(scratch.resolve("store/.images"))).isEmpty();
        ConnectionPool connections = http.connectionPool();
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(connections.connectionCount()).isEqualTo(connections.idleConnectionCount()));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldEndWhenTheLayersTakeTooLongTogether() throws Exception {
        // Given more layers than are downloaded at once, none of which takes too long alone
        List<byte[]> layers = IntStream.range(0, 7)
                .mapToObj(i -> new Layers().file("own" + i, "x").gzip())
                .toList();
        putImage("org/slow", layers);
        registry.misbehave(r -> layers.stream()
                .filter(layer ->
                        TestRegistry.path(r).endsWith(Digest.sha256(layer).toString()))
                .findFirst()
                .map(layer -> new MockResponse.Builder()
                        .body(new Buffer().write(layer))
                        .headersDelay(400, TimeUnit.MILLISECONDS)
                        .build()));
        var timeouts = new RegistryTimeouts(
                Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMillis(600));
        var impatient = new RegistryClient(http, options(timeouts));

        // When
        ImageException failure = catchThrowableOfType(
                ImageException.class,
                () -> store().from(impatient).pull("my-op", registry.reference("org/slow:v1"), ImageContent.BUNDLE));

        // Then
        assertThat(failure)
                .hasMessageContaining("/org/slow: not done within 0.6s; timed out")
                .returns(false, ImageException::terminal);
        assertThat(Children.names(scratch.resolve("store/.images"))).isEmpty();
    }

    private static RegistryOptions options(RegistryTimeouts timeouts) {
        ImageLimits usual = ImageLimits.DEFAULT;
        return new RegistryOptions(
                repository -> Optional.empty(),
                new ImageLimits(
                        usual.manifestBytes(),
                        usual.blobBytes(),
                        usual.unpackedBytes(),
                        usual.keptBytes(),
                        usual.entries(),
                        usual.layers(),
                        timeouts),
                d -> {},
                Clock.systemUTC(),
                CertificateDirectories.NONE,
                ContainersConfig.none(),
                Proxies.of(Map.of()));
    }

    @Test
    void shouldRefuseWhenLayerIsTruncated() throws Exception {
        // Given
        byte[] layer = new Layers().file("a", "x".repeat(10_000)).gzip();
        putImage("org/cut", List.of(Arrays.copyOf(layer, layer.length - 20)));

        // Then
        assertThat(failure("org/cut:v1", ImageContent.BUNDLE))
                .hasMessage("error applying image: a layer is not a readable tar archive"
                        + " (Unexpected end of ZLIB input stream)");
        assertThat(Children.names(scratch.resolve("store/.images"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"other", "more", "less"})
    void shouldPullLaterWhenOtherBytesArriveUnderDigest(String fault) throws Exception {
        // Given
        byte[] layer = new Layers().file("a", "x").gzip();
        Digest image = putImage("org/op", List.of(layer));
        String reference = "org/op@" + image;
        List<String> all = List.of(image.toString(), Digest.sha256(EMPTY_CONFIG).toString(), digest(layer));
        for (String damaged : all) {
            registry.misbehave(r -> TestRegistry.path(r).endsWith(damaged)
                    ? Optional.of(
                            TestRegistry.json(200, wrong(fault, damaged.equals(all.getLast()) ? layer.length : 2)))
                    : Optional.empty());

            // When
            ImageException failure = failure(reference, ImageContent.BUNDLE);

            // Then
            assertThat(failure).hasMessageContaining(damaged);
            assertThat(failure.terminal()).isFalse();
        }

        // When
        registry.behave();

        // Then
        assertThat(store().pull("cat", registry.reference(reference), ImageContent.BUNDLE)
                        .root())
                .isDirectoryContaining("glob:**/a");
    }

    private static String wrong(String fault, int length) {
        return switch (fault) {
            case "other" -> "#".repeat(length);
            case "more" -> "#".repeat(5 << 20);
            default -> "#".repeat(length - 1);
        };
    }

    @Test
    void shouldBeTerminalWhenVerifiedContentUnderDigestIsBad() throws Exception {
        // Given
        Digest malformed = putImage("org/op", List.of(new byte[] {0x1f, (byte) 0x8b, 0}));
        Digest hostile =
                putImage("org/op", List.of(new Layers().file("../evil", "x").gzip()));
        Digest none = registry.putManifest("org/op", "v1", MediaTypes.OCI_MANIFEST, "[]");

        // Then
        for (Digest bad : List.of(malformed, hostile, none)) {
            assertThat(failure("org/op@" + bad, ImageContent.BUNDLE).terminal()).isTrue();
        }
        assertThat(failure("org/op:v1", ImageContent.BUNDLE).terminal()).isFalse();
    }

    @Test
    void shouldAskForOneTokenWhenSeveralLayersMeetAnExpiredOne() throws Exception {
        // Given
        List<byte[]> layers = IntStream.range(0, 3)
                .mapToObj(i -> new Layers().file("own" + i, "x").gzip())
                .toList();
        putImage("org/op", layers);
        List<String> names = layers.stream().map(ImageUnpackerTest::digest).toList();
        CyclicBarrier three = new CyclicBarrier(3);
        AtomicInteger tokens = new AtomicInteger();
        registry.misbehave(r -> {
            String path = TestRegistry.path(r);
            if (path.equals("/token")) {
                return Optional.of(TestRegistry.json(200, "{\"token\":\"t" + tokens.incrementAndGet() + "\"}"));
            }
            String shown = String.valueOf(r.getHeaders().get("Authorization"));
            boolean layer = names.stream().anyMatch(path::endsWith);
            if (shown.equals("Bearer t2") || (shown.equals("Bearer t1") && !layer)) {
                return Optional.empty();
            }
            if (layer) {
                meet(three);
            }
            return Optional.of(new MockResponse.Builder()
                    .code(401)
                    .addHeader("WWW-Authenticate", "Bearer realm=\"http://" + registry.host() + "/token\"")
                    .build());
        });

        // When
        UnpackedImage image = store().pull("my-op", registry.reference("org/op:v1"), ImageContent.BUNDLE);

        // Then
        assertThat(Children.names(image.root())).hasSize(3);
        assertThat(tokens).hasValue(2);
    }

    @Test
    void shouldRefuseWhenArchiveLeavesImage() throws Exception {
        // Given
        putImage("org/slip", List.of(new Layers().file("../../../evil", "x").gzip()));

        // Then
        assertThat(failure("org/slip:v1", ImageContent.BUNDLE))
                .hasMessage("error applying image: a layer has a file outside of the image: \"../../../evil\"");
        assertThat(Children.names(scratch)).containsExactly("store");
    }

    @Test
    void shouldRefuseBeforeDownloadWhenManifestIsBeyondLimits() throws Exception {
        // Given
        String layer = "{\"mediaType\":\"%s\",\"digest\":\"" + Digest.sha256(new byte[1]) + "\",\"size\":%d}";
        String config = layer.formatted(MediaTypes.OCI_CONFIG, 2);
        String gzip = layer.formatted(MediaTypes.OCI_LAYER_GZIP, 1L << 30);
        String huge = layer.formatted(MediaTypes.OCI_LAYER_GZIP, Long.MAX_VALUE);
        String foreign = layer.formatted("application/vnd.docker.image.rootfs.foreign.diff.tar.gzip", 1);
        String encrypted = layer.formatted("application/vnd.oci.image.layer.v1.tar+gzip+encrypted", 1);

        // Then
        assertThat(refusal(config, gzip, gzip, gzip))
                .hasMessage("error copying image: the layers of the image are larger than the limit of 2 GiB together");
        assertThat(refusal(config, huge, huge))
                .hasMessage("error copying image: the layers of the image are larger than the limit of 2 GiB together");
        assertThat(refusal(config, Collections.nCopies(257, gzip).toArray(String[]::new)))
                .hasMessage("error copying image: the image has more than 256 layers");
        assertThat(refusal(config, Collections.nCopies(1001, gzip).toArray(String[]::new)))
                .hasMessage("error getting manifest: the manifest has more than 1000 entries");
        assertThat(refusal(config, foreign))
                .hasMessage("error copying image: layer " + Digest.sha256(new byte[1])
                        + " is of type application/vnd.docker.image.rootfs.foreign.diff.tar.gzip, which registries do"
                        + " not hold; build the image from a base without such layers");
        assertThat(refusal(config, encrypted))
                .hasMessage("error copying image: layer " + Digest.sha256(new byte[1])
                        + " is encrypted; push the image without encryption");
        assertThat(registry.requests()).noneMatch(request -> request.contains("/blobs/"));
    }

    private ImageException refusal(String config, String... layers) throws Exception {
        registry.putManifest(
                "org/refused",
                "v1",
                MediaTypes.OCI_MANIFEST,
                "{\"schemaVersion\":2,\"config\":" + config + ",\"layers\":[" + String.join(",", layers) + "]}");
        return failure("org/refused:v1", ImageContent.BUNDLE);
    }

    /** An image of these layers under the tag v1. */
    private Digest putImage(String repository, List<byte[]> layers) {
        String described = layers.stream()
                .map(layer -> describe(MediaTypes.OCI_LAYER_GZIP, registry.putBlob(repository, layer), layer.length))
                .collect(Collectors.joining(","));
        return registry.putManifest(
                repository,
                "v1",
                MediaTypes.OCI_MANIFEST,
                "{\"schemaVersion\":2,\"config\":"
                        + describe(
                                MediaTypes.OCI_CONFIG, registry.putBlob(repository, EMPTY_CONFIG), EMPTY_CONFIG.length)
                        + ",\"layers\":[" + described + "]}");
    }

    private static String digest(byte[] content) {
        return Digest.sha256(content).toString();
    }

    private static String describe(String mediaType, Digest digest, int size) {
        return "{\"mediaType\":\"" + mediaType + "\",\"digest\":\"" + digest + "\",\"size\":" + size + "}";
    }

    private ImageException failure(String reference, ImageContent kind) throws Exception {
        ImageReference parsed = registry.reference(reference);
        return catchThrowableOfType(ImageException.class, () -> store().pull("cat", parsed, kind));
    }

    private ImageStore store() {
        return new ImageStore(scratch.resolve("store"), client);
    }
}
