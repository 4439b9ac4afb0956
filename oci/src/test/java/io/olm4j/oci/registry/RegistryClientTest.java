package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.olm4j.oci.Blob;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.MediaTypes;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.trust.ContainersConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link RegistryClient}: authentication, faults, verification. */
class RegistryClientTest {

    private static final String PASSWORD = "s3cret";

    @TempDir
    Path scratch;

    private final TestRegistry registry = new TestRegistry();
    private final List<Duration> pauses = new ArrayList<>();

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void shouldGiveBackDigestWhenPushed() throws Exception {
        // Given
        BuiltImage image = image("a");

        // When
        Digest pushed = client().push(registry.reference("org/op:v1"), image);

        // Then
        assertThat(pushed).isEqualTo(image.digest());
        assertThat(client().resolve(registry.reference("org/op:v1"))).isEqualTo(pushed);
        assertThat(client().resolve(registry.reference("org/op@" + pushed))).isEqualTo(pushed);
    }

    @Test
    void shouldUploadNothingTwiceWhenPushedAgain() throws Exception {
        // Given
        client().push(registry.reference("org/op:v1"), image("a"));
        registry.forgetRequests();

        // When
        client().push(registry.reference("org/op:v2"), image("a"));

        // Then
        assertThat(registry.requests())
                .filteredOn(r -> r.startsWith("P"))
                .containsExactly("PUT /v2/org/op/manifests/v2");
    }

    @Test
    void shouldSayWhatToDoWhenManifestIsUnknown() {
        // When
        ImageException failure =
                catchThrowableOfType(ImageException.class, () -> client().resolve(registry.reference("org/op:v1")));

        // Then
        assertThat(failure)
                .hasMessage("reading manifest v1 in " + registry.host()
                        + "/org/op: manifest unknown: Unknown manifest (404); check the reference, or push the image");
        assertThat(failure.terminal()).isFalse();
        assertThat(pauses).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502, 503, 504})
    void shouldTryAgainWhenRegistryIsBusy(int status) throws Exception {
        // Given
        client().push(registry.reference("org/op:v1"), image("a"));
        AtomicInteger left = new AtomicInteger(2);
        registry.misbehave(
                r -> left.getAndDecrement() > 0 ? Optional.of(TestRegistry.status(status)) : Optional.empty());

        // When
        client().resolve(registry.reference("org/op:v1"));

        // Then
        assertThat(pauses).containsExactly(Duration.ofMillis(250), Duration.ofMillis(500));
    }

    @Test
    void shouldWaitAsAskedWithinBoundsWhenRegistrySaysHowLong() {
        // Given
        AtomicInteger calls = new AtomicInteger();
        registry.misbehave(r -> Optional.of(new MockResponse.Builder()
                .code(429)
                .addHeader("Retry-After", calls.incrementAndGet() == 1 ? "3" : "3600")
                .build()));

        // When
        assertThatThrownBy(() -> client().resolve(registry.reference("org/op:v1")))
                .hasMessageContaining("too many requests to " + registry.host() + " (429)");

        // Then
        assertThat(pauses).containsExactly(Duration.ofSeconds(3), Duration.ofMinutes(1), Duration.ofMinutes(1));
    }

    @Test
    void shouldTryAgainWhenConnectionIsCut() throws Exception {
        // Given
        BuiltImage image = image("x".repeat(1000));
        client().push(registry.reference("org/op:v1"), image);
        Blob layer = image.layer();
        okio.Buffer content = new okio.Buffer();
        layer.content().writeTo(content.outputStream());
        AtomicInteger left = new AtomicInteger(2);
        registry.misbehave(r -> TestRegistry.path(r).contains("/blobs/") && left.getAndDecrement() > 0
                ? Optional.of(new MockResponse.Builder()
                        .body(content.copy())
                        .onResponseBody(new SocketEffect.CloseSocket())
                        .build())
                : Optional.empty());

        // When
        Path file = scratch.resolve("blob");
        download(registry.reference("org/op:v1"), descriptor(layer.digest(), layer.size()), file);

        // Then
        assertThat(Digest.sha256(Files.readAllBytes(file))).isEqualTo(layer.digest());
        assertThat(pauses).hasSize(2);
    }

    @Test
    void shouldGiveUpInStableWordsWhenNobodyListens() throws Exception {
        // Given
        ImageReference reference = registry.reference("org/op:v1");
        registry.close();

        // Then
        assertThatThrownBy(() -> client().resolve(reference))
                .hasMessage("reading manifest v1 in " + reference.name() + ": cannot connect to " + reference.domain()
                        + "; check that the registry is up and reachable");
        assertThat(pauses).hasSize(Backoff.MAX_ATTEMPTS - 1);
    }

    @Test
    void shouldRefuseBlobWhenContentDiffers() throws Exception {
        // Given
        byte[] content = "content".getBytes(StandardCharsets.UTF_8);
        Digest digest = registry.putBlob("org/op", content);
        registry.misbehave(r -> Optional.of(TestRegistry.json(200, "c0ntent")));

        // Then
        assertThatThrownBy(() -> download(
                        registry.reference("org/op:v1"), descriptor(digest, content.length), scratch.resolve("b")))
                .isInstanceOf(ContentException.class)
                .hasMessageContaining("the registry sent other content than the digest names; check");
    }

    @Test
    void shouldRefuseBlobWhenSizeDiffers() throws Exception {
        // Given
        Digest digest = registry.putBlob("org/op", new byte[1000]);
        ImageReference reference = registry.reference("org/op:v1");

        // Then
        assertThatThrownBy(() -> download(reference, descriptor(digest, 999), scratch.resolve("b")))
                .hasMessageEndingWith("it is larger than the manifest says");
        assertThatThrownBy(() -> download(reference, descriptor(digest, 3L << 30), scratch.resolve("b")))
                .hasMessageContaining("it is larger than " + (2L << 30) + " bytes");
    }

    @Test
    void shouldRefuseManifestWhenContentDiffersFromDigest() throws Exception {
        // Given
        Digest digest = client().push(registry.reference("org/op:v1"), image("a"));
        registry.misbehave(r -> Optional.of(TestRegistry.json(200, "{\"manifests\":[]}")));

        // Then
        assertThatThrownBy(() -> client().open(registry.reference("org/op@" + digest)))
                .isInstanceOf(ContentException.class)
                .hasMessageContaining("the registry sent other content than the digest names; check");
    }

    @Test
    void shouldRefuseManifestWhenItIsHugeOrNone() throws Exception {
        // Given
        ImageReference reference = registry.reference("org/op:v1");
        registry.putManifest("org/op", "v1", MediaTypes.OCI_MANIFEST, " ".repeat((4 << 20) + 1));
        assertThatThrownBy(() -> client().open(reference)).hasMessageContaining("larger than");

        registry.putManifest("org/op", "v1", MediaTypes.OCI_MANIFEST, "<html>");
        assertThatThrownBy(() -> client().resolve(reference))
                .isInstanceOf(ImageException.class)
                .hasMessageStartingWith("error getting manifest: the manifest is not JSON");

        registry.putManifest("org/op", "v1", MediaTypes.OCI_MANIFEST, "{\"schemaVersion\":1}");
        assertThatThrownBy(() -> client().open(reference)).hasMessageContaining("schema 1");
    }

    @Test
    void shouldAuthenticateWithTokenWhenChallenged() throws Exception {
        // Given
        Digest digest = client().push(registry.reference("org/op:v1"), image("a"));
        List<String> tokenRequests = new ArrayList<>();
        String basic =
                "Basic " + Base64.getEncoder().encodeToString(("me:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        registry.misbehave(r -> {
            String authorization = String.valueOf(r.getHeaders().get("Authorization"));
            if (TestRegistry.path(r).equals("/token")) {
                tokenRequests.add(String.valueOf(r.getUrl().encodedQuery()));
                return Optional.of(
                        authorization.equals(basic)
                                ? TestRegistry.json(200, "{\"token\":\"abc\",\"expires_in\":300}")
                                : TestRegistry.status(401));
            }
            return authorization.equals("Bearer abc") ? Optional.empty() : Optional.of(bearerChallenge());
        });

        // When
        RegistryClient client = client(Optional.of(new Credentials.Password("me", PASSWORD)));
        Digest resolved = client.resolve(registry.reference("org/op:v1"));
        client.resolve(registry.reference("org/op:v1"));

        // Then
        assertThat(resolved).isEqualTo(digest);
        assertThat(tokenRequests).containsExactly("service=reg&scope=repository%3Aorg%2Fop%3Apull&account=me");
        assertThatThrownBy(() -> client(Optional.of(new Credentials.Password("me", "wrong-one")))
                        .resolve(registry.reference("org/op:v1")))
                .hasMessageContaining("valid pull secret")
                .hasMessageNotContaining("wrong-one");
        assertThatThrownBy(() -> client().resolve(registry.reference("org/op:v1")))
                .isInstanceOf(ImageException.class);
    }

    @Test
    void shouldAuthenticateBasicWhenChallenged() throws Exception {
        // Given
        Digest digest = client().push(registry.reference("org/op:v1"), image("a"));
        registry.misbehave(r -> r.getHeaders().get("Authorization") != null
                ? Optional.empty()
                : Optional.of(new MockResponse.Builder()
                        .code(401)
                        .addHeader("WWW-Authenticate", "Basic realm=\"r\"")
                        .build()));

        // Then
        assertThat(client(Optional.of(new Credentials.Password("me", PASSWORD)))
                        .resolve(registry.reference("org/op:v1")))
                .isEqualTo(digest);
        assertThatThrownBy(() -> client().resolve(registry.reference("org/op:v1")))
                .hasMessageEndingWith(
                        "access denied (401); give " + registry.host() + " a pull secret that may read org/op");
        assertThatThrownBy(() -> client().push(registry.reference("org/op:v2"), image("b")))
                .hasMessageEndingWith("access denied (401); log in to " + registry.host()
                        + " with an account that may write to org/op");
    }

    @Test
    void shouldNotPrintPassword() {
        assertThat(new Credentials.Password("me", PASSWORD).toString()).doesNotContain(PASSWORD);
    }

    @Test
    void shouldUsePlainHttpOnlyForLoopbackAndConfiguredHosts() throws Exception {
        // Given
        RegistryEndpoints endpoints = new RegistryEndpoints(Set.of("registry.local:5000", "plain.local"));

        // Then
        assertThat(url(endpoints, "quay.io/a/b:1")).isEqualTo("https://quay.io/v2/a/b/");
        assertThat(url(endpoints, "docker.io/a/b:1")).isEqualTo("https://registry-1.docker.io/v2/a/b/");
        assertThat(url(endpoints, "localhost:5000/a:1")).isEqualTo("http://localhost:5000/v2/a/");
        assertThat(url(endpoints, "127.1.2.3:5000/a:1")).isEqualTo("http://127.1.2.3:5000/v2/a/");
        assertThat(url(endpoints, "[::1]:5000/a:1")).isEqualTo("http://[::1]:5000/v2/a/");
        assertThat(url(endpoints, "registry.local:5000/a:1")).isEqualTo("http://registry.local:5000/v2/a/");
        assertThat(url(endpoints, "registry.local:5001/a:1")).isEqualTo("https://registry.local:5001/v2/a/");
        assertThat(url(endpoints, "plain.local:81/a:1")).isEqualTo("http://plain.local:81/v2/a/");
        assertThat(url(endpoints, "127.0.0.1.evil.io/a:1")).isEqualTo("https://127.0.0.1.evil.io/v2/a/");
        assertThatThrownBy(() -> url(endpoints, "quay.io:99999/a:1")).isInstanceOf(ImageException.class);
    }

    private static String url(RegistryEndpoints endpoints, String reference) throws ImageException {
        return endpoints.repository(ImageReference.parse(reference)).toString();
    }

    private MockResponse bearerChallenge() {
        return new MockResponse.Builder()
                .code(401)
                .addHeader(
                        "WWW-Authenticate",
                        "Bearer realm=\"http://" + registry.host()
                                + "/token\",service=\"reg\",scope=\"repository:org/op:pull\"")
                .build();
    }

    private void download(ImageReference reference, Descriptor blob, Path to) throws ImageException, ContentException {
        Repository repository = client().repository(reference);
        new BlobPuller(repository.http(), ImageLimits.DEFAULT)
                .pull(repository.url(), reference, blob, to, Deadline.in(Duration.ofMinutes(1)));
    }

    private RegistryClient client() {
        return client(Optional.empty());
    }

    private RegistryClient client(Optional<Credentials> credentials) {
        return new RegistryClient(
                new OkHttpClient(),
                RegistryOptions.defaults()
                        .withCredentials(repository -> credentials)
                        .withSleeper(pauses::add)
                        .withContainers(ContainersConfig.none()));
    }

    private static Descriptor descriptor(Digest digest, long size) {
        return new Descriptor(MediaTypes.OCI_LAYER_GZIP, digest, size, Optional.empty());
    }

    private static BuiltImage image(String content) throws Exception {
        return new ImageBuilder()
                .addFile("file", content.getBytes(StandardCharsets.UTF_8))
                .build();
    }
}
