package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.MediaTypes;
import io.olm4j.oci.RegistryTimeouts;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.tls.CertificateDirectories;
import io.olm4j.oci.trust.ContainersConfig;
import io.olm4j.proxies.Proxies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ssl.SSLSocketFactory;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import okio.Buffer;
import okio.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link RegistryClient} with registries that hang, redirect, or do not have the right certificate. */
class RegistryFaultsTest {

    /** A name that is not a loopback name, so that it is reached over TLS; it still resolves to this machine. */
    private static final String NAME = "registry.test";

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    @TempDir
    Path scratch;

    private final TestRegistry registry = new TestRegistry();
    private final MockWebServer other = new MockWebServer();
    private final List<Duration> pauses = new ArrayList<>();

    @AfterEach
    void stop() {
        registry.close();
        other.close();
    }

    @Test
    void shouldEndWithinTimeoutWhenRegistryHangs() {
        // Given
        registry.misbehave(r -> Optional.of(new MockResponse.Builder()
                .onResponseStart(SocketEffect.Stall.INSTANCE)
                .build()));

        // Then
        assertThatThrownBy(() ->
                        client(Duration.ofMillis(50), Duration.ofMinutes(1)).resolve(registry.reference("org/op:v1")))
                .isInstanceOf(ImageException.class)
                .hasMessage("reading manifest v1 in " + registry.host() + "/org/op: timed out; check that "
                        + registry.host() + " is reachable");
        assertThat(pauses).hasSize(3);
    }

    @Test
    void shouldEndWithinTimeoutWhenRegistrySendsByteByByte() throws Exception {
        // Given
        Digest digest = registry.putBlob("org/op", new byte[10_000]);
        registry.misbehave(r -> Optional.of(new MockResponse.Builder()
                .body(new Buffer().write(new byte[10_000]))
                .throttleBody(1, 20, TimeUnit.MILLISECONDS)
                .build()));
        Descriptor blob = new Descriptor(MediaTypes.OCI_LAYER_GZIP, digest, 10_000, Optional.empty());

        // Then
        assertThatThrownBy(() -> download(
                        client(Duration.ofSeconds(10), Duration.ofMillis(400)),
                        limits(timeouts(Duration.ofSeconds(10), Duration.ofMillis(400))),
                        blob))
                .isInstanceOf(ImageException.class)
                .hasMessage("reading blob " + digest + " in " + registry.host()
                        + "/org/op: not done within 0.4s; timed out; check that " + registry.host()
                        + " is reachable");
    }

    @Test
    void shouldNotReadOnWhenManifestIsOfHundredMegabytes() {
        // Given
        registry.misbehave(r ->
                Optional.of(new MockResponse.Builder().body(spaces(100 << 20)).build()));

        // Then
        assertThatThrownBy(() -> client().resolve(registry.reference("org/op:v1")))
                .isInstanceOf(ImageException.class)
                .hasMessage("error getting manifest: reading manifest v1 in " + registry.host()
                        + "/org/op: it is larger than 4194304 bytes");
    }

    @Test
    void shouldSayOneSentenceWhenRedirectsGoInACircle() {
        // Given
        registry.misbehave(r -> Optional.of(redirect(307, r.getUrl().toString())));

        // Then
        assertThatThrownBy(() -> client().resolve(registry.reference("org/op:v1")))
                .isInstanceOf(ImageException.class)
                .hasMessage("reading manifest v1 in " + registry.host() + "/org/op: " + registry.host()
                        + " redirects in a circle, or too often; check the registry");
        assertThat(registry.requests()).hasSize(21);
        assertThat(pauses).isEmpty();
    }

    @Test
    void shouldSayOneSentenceWhenRedirectLeadsNowhere() {
        // Given
        registry.misbehave(r -> Optional.of(redirect(302, "mailto:nobody")));

        // Then
        assertThatThrownBy(() -> client().resolve(registry.reference("org/op:v1")))
                .hasMessage("reading manifest v1 in " + registry.host()
                        + "/org/op: redirected to an invalid address (302); check " + registry.host());
    }

    @Test
    void shouldNotCarryAuthorizationWhenRedirectedToAnotherHost() throws Exception {
        // Given
        Digest digest = registry.putBlob("org/op", new byte[100]);
        List<RecordedRequest> seen = new ArrayList<>();
        serve(r -> {
            seen.add(r);
            return new MockResponse.Builder()
                    .body(new Buffer().write(new byte[100]))
                    .build();
        });
        registry.misbehave(r -> Optional.of(
                r.getHeaders().get("Authorization") == null
                        ? new MockResponse.Builder()
                                .code(401)
                                .addHeader("WWW-Authenticate", "Basic realm=\"r\"")
                                .build()
                        : redirect(307, other.url("/storage").toString())));

        // When
        download(
                client(),
                ImageLimits.DEFAULT,
                new Descriptor(MediaTypes.OCI_LAYER_GZIP, digest, 100, Optional.empty()));

        // Then
        assertThat(seen)
                .singleElement()
                .satisfies(r -> assertThat(r.getHeaders().get("Authorization")).isNull());
        assertThat(registry.requests()).hasSize(2);
    }

    @Test
    void shouldNotUploadWhenRegistryNamesAnotherPortOfItsHost() throws Exception {
        // Given
        List<RecordedRequest> seen = new ArrayList<>();
        serve(r -> {
            seen.add(r);
            return TestRegistry.status(201);
        });
        registry.misbehave(r -> switch (String.valueOf(r.getMethod())) {
            case "POST" ->
                Optional.of(new MockResponse.Builder()
                        .code(202)
                        .addHeader("Location", "http://127.0.0.1:" + other.getPort() + "/upload")
                        .build());
            default -> Optional.empty();
        });

        // Then
        try (BuiltImage image = new ImageBuilder().addFile("a", new byte[1]).build()) {
            assertThatThrownBy(() -> client().push(registry.reference("org/op:v1"), image))
                    .isInstanceOf(ImageException.class)
                    .hasMessage("error pushing image: starting an upload to " + registry.host()
                            + "/org/op: the registry named an upload address that is not its own;"
                            + " check its external URL");
        }
        assertThat(seen).isEmpty();
    }

    @Test
    void shouldUploadAnewWhenAnUploadBreaks() throws Exception {
        // Given
        breakUploads(new AtomicInteger(2));

        // When
        try (BuiltImage image = new ImageBuilder().addFile("a", new byte[1]).build()) {
            client().push(registry.reference("org/op:v1"), image);
        }

        // Then
        registry.behave();
        assertThat(client().resolve(registry.reference("org/op:v1"))).isNotNull();
        assertThat(registry.requests()).filteredOn(r -> r.startsWith("POST ")).hasSizeGreaterThan(2);
    }

    @Test
    void shouldNotUploadAgainWhatTheRegistryStoredWithoutAnAnswer() throws Exception {
        // Given an image whose blobs are all stored, each with a broken connection in place of the answer
        Set<String> lost = ConcurrentHashMap.newKeySet();
        registry.misbehave(r -> {
            String digest = r.getUrl().queryParameter("digest");
            if (digest == null || !lost.add(digest)) {
                return Optional.empty();
            }
            registry.putBlob(
                    "org/op",
                    Optional.ofNullable(r.getBody()).orElse(ByteString.EMPTY).toByteArray());
            return Optional.of(broken());
        });

        // When
        try (BuiltImage image = new ImageBuilder().addFile("a", new byte[1]).build()) {
            client().push(registry.reference("org/op:v1"), image);
        }

        // Then
        assertThat(lost).isNotEmpty();
        assertThat(registry.requests()).filteredOn(r -> r.startsWith("POST ")).hasSameSizeAs(lost);
    }

    private void breakUploads(AtomicInteger times) {
        registry.misbehave(r -> r.getUrl().queryParameter("digest") != null && times.getAndDecrement() > 0
                ? Optional.of(broken())
                : Optional.empty());
    }

    private static MockResponse broken() {
        return new MockResponse.Builder()
                .onResponseStart(new SocketEffect.CloseSocket())
                .build();
    }

    @Test
    void shouldNotFollowWhenRedirectLeavesTls() throws Exception {
        // Given
        HeldCertificate certificate = certificate(NAME);
        other.useHttps(serving(certificate));
        serve(r -> redirect(307, "http://" + registry.host() + "/v2/org/op/manifests/v1"));

        // Then
        assertThatThrownBy(() -> client(trusting(certificate)).resolve(named()))
                .isInstanceOf(ImageException.class)
                .hasMessage("reading manifest v1 in " + named().name() + ": " + named().domain()
                        + " redirected to plain HTTP at 127.0.0.1, which is not followed; have the"
                        + " registry redirect to HTTPS");
        assertThat(registry.requests()).isEmpty();
    }

    @Test
    void shouldSayWhatToDoWhenCertificateIsNotTrusted() throws Exception {
        // Given
        other.useHttps(serving(certificate(NAME)));
        serve(r -> TestRegistry.status(404));

        // Then
        assertThatThrownBy(() -> client(trusting(certificate(NAME))).resolve(named()))
                .isInstanceOf(ImageException.class)
                .hasMessage("reading manifest v1 in " + named().name() + ": the certificate of " + named().domain()
                        + " is not trusted; add its CA to the trusted certificates");
        assertThat(pauses).isEmpty();
    }

    @Test
    void shouldSayWhatToDoWhenCertificateIsForAnotherName() throws Exception {
        // Given
        HeldCertificate certificate = certificate("elsewhere.test");
        other.useHttps(serving(certificate));
        serve(r -> TestRegistry.status(404));

        // Then
        assertThatThrownBy(() -> client(trusting(certificate)).resolve(named()))
                .isInstanceOf(ImageException.class)
                .hasMessage("reading manifest v1 in " + named().name() + ": the certificate of "
                        + named().domain()
                        + " is for another name; write the registry as its certificate does, or give it"
                        + " one for this name");
        assertThat(pauses).isEmpty();
    }

    @Test
    void shouldSayWhatToDoWhenRegistryDoesNotSpeakTls() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                ServerSocket plain = new ServerSocket(0, 50, LOOPBACK)) {
            // Given
            var _ = threads.submit(() -> {
                for (int i = 0; i < 10; i++) {
                    try (Socket client = plain.accept()) {
                        client.getInputStream().read(new byte[1000]);
                        client.getOutputStream()
                                .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    }
                }
                return true;
            });
            ImageReference reference = ImageReference.parse(NAME + ":" + plain.getLocalPort() + "/org/op:v1");

            // Then
            assertThatThrownBy(() -> client().resolve(reference))
                    .isInstanceOf(ImageException.class)
                    .hasMessage("reading manifest v1 in " + reference.name() + ": " + reference.domain()
                            + " does not speak TLS; configure it as an insecure registry if that is intended");
        }
    }

    /** An attacker who has a registry must not reach what listens on the machine of the client only. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // The token server has an address of this machine, or a name of it.
                "https://127.0.0.1:LOCAL/token | 127.0.0.1 is",
                "https://inside.test:LOCAL/token | inside.test is",
                // It is at the registry and redirects to this machine.
                "https://registry.test:REGISTRY/to-address |"
                        + " registry.test leads to the server 127.0.0.1, which is",
                "https://registry.test:REGISTRY/to-name | registry.test leads to the server inside.test, which is",
            })
    void shouldNotAskATokenServerOnThisMachineForARegistryElsewhere(String realm, String which) throws Exception {
        // Given
        HeldCertificate certificate = certificate(NAME, "inside.test", "127.0.0.1");
        other.useHttps(serving(certificate));
        try (TestRegistry local = new TestRegistry(Optional.of(serving(certificate)))) {
            serve(request -> switch (TestRegistry.path(request)) {
                case "/to-address" -> redirect(307, "https://127.0.0.1:" + local.port() + "/token");
                case "/to-name" -> redirect(307, "https://inside.test:" + local.port() + "/token");
                default ->
                    new MockResponse.Builder()
                            .code(401)
                            .addHeader(
                                    "WWW-Authenticate",
                                    "Bearer realm=\""
                                            + realm.replace("LOCAL", "" + local.port())
                                                    .replace("REGISTRY", "" + other.getPort())
                                            + "\"")
                            .build();
            });

            // Then
            assertThatThrownBy(() -> client(trusting(certificate)).resolve(named()))
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining("its token server " + which
                            + " on this machine, and the registry is not;"
                            + " configure that server as an insecure registry");
            assertThat(local.requests()).isEmpty();
        }
    }

    private void serve(Function<RecordedRequest, MockResponse> answer) throws IOException {
        other.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return answer.apply(request);
            }
        });
        other.start(LOOPBACK, 0);
    }

    private ImageReference named() throws ImageException {
        return ImageReference.parse(NAME + ":" + other.getPort() + "/org/op:v1");
    }

    private static MockResponse redirect(int code, String location) {
        return new MockResponse.Builder()
                .code(code)
                .addHeader("Location", location)
                .build();
    }

    private static Buffer spaces(int count) {
        Buffer buffer = new Buffer();
        byte[] block = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < count; i += block.length) {
            buffer.write(block);
        }
        return buffer;
    }

    private static HeldCertificate certificate(String... names) {
        HeldCertificate.Builder certificate = new HeldCertificate.Builder();
        for (String name : names) {
            certificate.addSubjectAlternativeName(name);
        }
        return certificate.build();
    }

    private static SSLSocketFactory serving(HeldCertificate certificate) {
        return new HandshakeCertificates.Builder()
                .heldCertificate(certificate)
                .build()
                .sslSocketFactory();
    }

    private static HandshakeCertificates trusting(HeldCertificate certificate) {
        return new HandshakeCertificates.Builder()
                .addTrustedCertificate(certificate.certificate())
                .build();
    }

    private RegistryClient client() {
        return client(new OkHttpClient(), RegistryTimeouts.DEFAULT);
    }

    private RegistryClient client(HandshakeCertificates trusted) {
        return client(
                new OkHttpClient.Builder()
                        .sslSocketFactory(trusted.sslSocketFactory(), trusted.trustManager())
                        .build(),
                RegistryTimeouts.DEFAULT);
    }

    private RegistryClient client(Duration silence, Duration blob) {
        return client(new OkHttpClient(), timeouts(silence, blob));
    }

    private static RegistryTimeouts timeouts(Duration silence, Duration blob) {
        return new RegistryTimeouts(Duration.ofSeconds(10), silence, Duration.ofMinutes(1), blob);
    }

    private static ImageLimits limits(RegistryTimeouts timeouts) {
        return new ImageLimits(4L << 20, 2L << 30, 8L << 30, 2L << 30, 1000, 10, timeouts);
    }

    private RegistryClient client(OkHttpClient http, RegistryTimeouts timeouts) {
        return new RegistryClient(
                http.newBuilder().dns(host -> List.of(LOOPBACK)).build(),
                new RegistryOptions(
                        repository -> Optional.of(new Credentials.Password("me", "s3cret")),
                        limits(timeouts),
                        pauses::add,
                        Clock.systemUTC(),
                        CertificateDirectories.NONE,
                        ContainersConfig.none(),
                        Proxies.of(Map.of())));
    }

    private void download(RegistryClient from, ImageLimits limits, Descriptor blob)
            throws ImageException, ContentException {
        ImageReference reference = registry.reference("org/op:v1");
        Repository repository = from.repository(reference);
        new BlobPuller(repository.http(), limits)
                .pull(
                        repository.url(),
                        reference,
                        blob,
                        scratch.resolve("blob"),
                        Deadline.in(limits.timeouts().blob()));
    }
}
