package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.files.DirectoryTree;
import io.olm4j.localcluster.FreePort;
import io.olm4j.localcluster.LocalProxy;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.store.ImageContent;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.oci.store.UnpackedImage;
import io.olm4j.oci.tls.CertificateDirectories;
import io.olm4j.oci.trust.ContainersConfig;
import io.olm4j.proxies.Proxies;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link RegistryClient} with registries whose names only a proxy resolves. */
class RegistryProxyTest {

    private static final String REGISTRY = "registry.test";
    private static final String TOKENS = "tokens.test";
    private static final String BLOBS = "blobs.test";
    private static final HeldCertificate AUTHORITY =
            new HeldCertificate.Builder().certificateAuthority(0).build();
    private static final HandshakeCertificates SERVERS = new HandshakeCertificates.Builder()
            .heldCertificate(
                    new HeldCertificate.Builder()
                            .signedBy(AUTHORITY)
                            .addSubjectAlternativeName(REGISTRY)
                            .addSubjectAlternativeName(TOKENS)
                            .addSubjectAlternativeName(BLOBS)
                            .addSubjectAlternativeName("127.0.0.1")
                            .build(),
                    AUTHORITY.certificate())
            .build();

    @TempDir
    Path scratch;

    private final List<RecordedRequest> received = new CopyOnWriteArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private TestRegistry registry = new TestRegistry(Optional.of(SERVERS.sslSocketFactory()));
    private Optional<LocalProxy> proxy = Optional.empty();

    @BeforeEach
    void trustAuthority() throws IOException {
        Files.writeString(
                Files.createDirectories(scratch.resolve("cas")).resolve("ca.crt"), AUTHORITY.certificatePem());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.ifPresent(LocalProxy::close);
        registry.close();
        DirectoryTree.delete(scratch.resolve("store"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void shouldSendWholePullThroughProxy(String scheme) throws Exception {
        // Given
        startProxy(scheme.equals("https"));
        proxy().admit("me", "s3:cr@t");
        push(Map.of());
        registry.misbehave(this::spread);

        // When
        pull(client(Map.of("HTTPS_PROXY", scheme + "://me:s3:cr%40t@127.0.0.1:" + proxy().port())));

        // Then
        assertThat(proxy().requests()).contains(connect(REGISTRY), connect(TOKENS), connect(BLOBS));
        assertNothingOfTheLoginReachedTheRegistry();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void shouldSendPlainRequestsThroughProxy(String scheme) throws Exception {
        // Given
        registry.close();
        registry = new TestRegistry();
        allowInsecure();
        startProxy(scheme.equals("https"));
        proxy().admit("me", "s3cret");
        push(Map.of());
        registry.misbehave(this::record);

        // When
        pull(client(Map.of("http_proxy", scheme + "://me:s3cret@127.0.0.1:" + proxy().port())));

        // Then
        assertThat(proxy().requests())
                .hasSize(received.size())
                .contains("GET http://" + REGISTRY + ":" + registry.port() + "/v2/org/op/manifests/v1");
        assertNothingOfTheLoginReachedTheRegistry();
    }

    @Test
    void shouldGoDirectlyWhereExceptionsSay() throws Exception {
        // Given
        startProxy(false);
        push(Map.of());
        registry.misbehave(this::spread);

        // When
        pull(client(Map.of("HTTPS_PROXY", "127.0.0.1:" + proxy().port(), "NO_PROXY", "x, .registry.test," + BLOBS)));

        // Then
        assertThat(proxy().requests())
                .contains(connect(REGISTRY), connect(TOKENS))
                .doesNotContain(connect(BLOBS));
    }

    @Test
    void shouldGoDirectlyToLoopback() throws Exception {
        startProxy(false);
        try (TestRegistry local = new TestRegistry()) {
            client(Map.of("HTTP_PROXY", "127.0.0.1:" + proxy().port())).push(local.reference("org/op:v1"), image());
        }

        assertThat(proxy().requests()).isEmpty();
    }

    @Test
    void shouldNotTrustProxyByAuthorityOfOneRegistry() throws Exception {
        // Given
        startProxy(true);
        Path ofRegistry = Files.createDirectories(scratch.resolve("certs.d/" + REGISTRY + ":" + registry.port()));
        Files.move(scratch.resolve("cas/ca.crt"), ofRegistry.resolve("ca.crt"));

        // Then
        assertThatThrownBy(() -> resolve("https://me:s3cret@127.0.0.1:" + proxy().port()))
                .hasMessageEndingWith("the certificate of the proxy 127.0.0.1:" + proxy().port()
                        + " is not trusted, or is for another name: add its CA to the trusted certificates, or write"
                        + " the proxy as its certificate does")
                .hasMessageNotContaining("s3cret");
        assertThat(pauses).isEmpty();
    }

    @Test
    void shouldNotTrustAnyProxyBecauseRegistryIsInsecure() throws Exception {
        // Given
        startProxy(true);
        Files.delete(scratch.resolve("cas/ca.crt"));
        allowInsecure();

        // Then
        assertThatThrownBy(() -> resolve("https://me:s3cret@127.0.0.1:" + proxy().port()))
                .hasMessageContaining("the certificate of the proxy 127.0.0.1:" + proxy().port() + " is not trusted");
        assertThat(proxy().requests()).isEmpty();
    }

    @Test
    void shouldSayThatProxyRefusesLogin() throws Exception {
        startProxy(false);
        proxy().admit("me", "another");

        assertThatThrownBy(() -> resolve("http://me:s3cret@127.0.0.1:" + proxy().port()))
                .hasMessage("reading manifest v1 in " + REGISTRY + ":" + registry.port()
                        + "/org/op: the proxy 127.0.0.1:" + proxy().port()
                        + " requires a user and a password, or refused those that it received");
        assertThat(pauses).isEmpty();
    }

    @Test
    void shouldTryAgainWhenProxyIsNotThere() throws IOException {
        int port = FreePort.next();

        assertThatThrownBy(() -> resolve("http://me:s3cret@127.0.0.1:" + port))
                .hasMessageEndingWith("the proxy 127.0.0.1:" + port + " cannot be reached: connection refused;"
                        + " check the proxy, or name the host in NO_PROXY")
                .hasMessageNotContaining("s3cret");
        assertThat(pauses).isNotEmpty();
    }

    @Test
    void shouldSayThatProxySpeaksNoTls() throws IOException {
        startProxy(false);

        assertThatThrownBy(() -> resolve("https://127.0.0.1:" + proxy().port()))
                .hasMessageEndingWith("the proxy 127.0.0.1:" + proxy().port()
                        + " does not speak TLS: write http:// if clients reach it without TLS");
    }

    private Optional<MockResponse> record(RecordedRequest request) {
        received.add(request);
        return Optional.empty();
    }

    /** A registry with a token server and a store of blobs, each with its own name. */
    private Optional<MockResponse> spread(RecordedRequest request) {
        received.add(request);
        String path = TestRegistry.path(request);
        boolean isRegistry = request.getUrl().host().equals(REGISTRY);
        if (path.equals("/token")) {
            return Optional.of(TestRegistry.json(200, "{\"token\":\"t\"}"));
        }
        if (isRegistry && path.contains("/blobs/")) {
            return Optional.of(new MockResponse.Builder()
                    .code(307)
                    .addHeader("Location", "https://" + BLOBS + ":" + registry.port() + path)
                    .build());
        }
        return isRegistry && request.getHeaders().get("Authorization") == null
                ? Optional.of(new MockResponse.Builder()
                        .code(401)
                        .addHeader(
                                "WWW-Authenticate",
                                "Bearer realm=\"https://" + TOKENS + ":" + registry.port() + "/token\"")
                        .build())
                : Optional.empty();
    }

    private void assertNothingOfTheLoginReachedTheRegistry() {
        assertThat(received)
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.getHeaders().names()).doesNotContain("Proxy-Authorization"));
    }

    private void allowInsecure() throws IOException {
        Files.writeString(
                scratch.resolve("registries.conf"),
                "[[registry]]\nlocation = \"" + REGISTRY + ":" + registry.port() + "\"\ninsecure = true\n");
    }

    private void startProxy(boolean tls) throws IOException {
        proxy = Optional.of(LocalProxy.start(tls ? Optional.of(SERVERS.sslContext()) : Optional.empty()));
    }

    private LocalProxy proxy() {
        return proxy.orElseThrow();
    }

    private String connect(String host) {
        return "CONNECT " + host + ":" + registry.port();
    }

    private static BuiltImage image() throws IOException {
        return new ImageBuilder().addFile("a", new byte[] {1}).build();
    }

    private void push(Map<String, String> environment) throws Exception {
        client(environment).push(reference(), image());
    }

    private void resolve(String httpsProxy) throws ImageException {
        client(Map.of("HTTPS_PROXY", httpsProxy)).resolve(reference());
    }

    private void pull(RegistryClient client) throws Exception {
        UnpackedImage pulled =
                new ImageStore(scratch.resolve("store"), client).pull("p", reference(), ImageContent.BUNDLE);
        assertThat(pulled.root().resolve("a")).hasBinaryContent(new byte[] {1});
    }

    private ImageReference reference() throws ImageException {
        return ImageReference.parse(REGISTRY + ":" + registry.port() + "/org/op:v1");
    }

    /** A client that resolves every name to loopback without a proxy, and only the store of blobs with a proxy. */
    private RegistryClient client(Map<String, String> environment) {
        return new RegistryClient(
                new OkHttpClient.Builder()
                        .dns(host -> environment.isEmpty() || host.equals(BLOBS)
                                ? List.of(InetAddress.ofLiteral("127.0.0.1"))
                                : Dns.SYSTEM.lookup(host))
                        .build(),
                RegistryOptions.defaults()
                        .withProxies(Proxies.of(environment))
                        .withSleeper(pauses::add)
                        .withContainers(ContainersConfig.in(scratch))
                        .withCertificates(new CertificateDirectories(
                                List.of(scratch.resolve("certs.d")), Optional.of(scratch.resolve("cas")))));
    }
}
