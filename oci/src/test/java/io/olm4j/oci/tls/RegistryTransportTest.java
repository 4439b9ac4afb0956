package io.olm4j.oci.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.trust.ContainersConfig;
import io.olm4j.proxies.Proxies;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link RegistryTransport} with registries that use HTTPS. */
class RegistryTransportTest {

    /**
     * Names that the tests resolve to the loopback interface: registries with a loopback name are reached without
     * HTTPS.
     */
    private static final String ONE = "one.registry.test";

    private static final String TWO = "two.registry.test";

    /** A name that the certificate of the registry lacks. */
    private static final String OTHER = "other.registry.test";

    @TempDir
    Path directory;

    private final HeldCertificate authority = authority("authority");
    private final MockWebServer server = new MockWebServer();
    private final OkHttpClient http = new OkHttpClient.Builder()
            .dns(host -> List.of(InetAddress.ofLiteral("127.0.0.1")))
            .build();
    private RegistryClient client;

    @BeforeEach
    void start() {
        client = client(Optional.empty());
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return new MockResponse.Builder()
                        .body("{\"schemaVersion\":2,\"manifests\":[]}")
                        .build();
            }
        });
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldTrustAuthorityOfRegistryOnly() throws Exception {
        // Given
        serve(false);
        write(perRegistry(ONE).resolve("ca.crt"), "for people: the CA\n" + authority.certificatePem());

        // Then
        assertThat(client.resolve(reference(ONE))).isNotNull();
        assertThatThrownBy(() -> client.resolve(reference(TWO)))
                .isInstanceOf(ImageException.class)
                .hasMessageEndingWith("is not trusted; add its CA to the trusted certificates");
    }

    @Test
    void shouldRefuseACertificateForAnotherNameAlthoughItsAuthorityIsTrusted() throws Exception {
        // Given
        serve(false);
        write(perRegistry(ONE).resolve("ca.crt"), authority.certificatePem());
        write(perRegistry(OTHER).resolve("ca.crt"), authority.certificatePem());

        // Then
        assertThat(client.resolve(reference(ONE))).isNotNull();
        assertThatThrownBy(() -> client.resolve(reference(OTHER)))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("the certificate of " + OTHER + ":" + server.getPort() + " is for another name");
    }

    @Test
    void shouldTrustSharedAuthoritiesForEveryRegistry() throws Exception {
        // Given
        serve(false);
        Path shared = Files.createDirectories(directory.resolve("shared"));
        write(shared.resolve("broken.crt"), "nonsense");
        Files.createSymbolicLink(shared.resolve("a.crt"), shared.resolve("nowhere"));
        write(shared.resolve("bundle.pem"), authority("another").certificatePem() + authority.certificatePem());

        // Then
        RegistryClient trusting = client(Optional.of(shared));
        assertThat(trusting.resolve(reference(ONE))).isNotNull();
        assertThat(trusting.resolve(reference(TWO))).isNotNull();
    }

    @Test
    void shouldReadTheSharedAuthoritiesOnceForAllRegistriesWithoutFilesOfTheirOwn() throws Exception {
        // Given
        serve(false);
        Path shared = Files.createDirectories(directory.resolve("shared"));
        write(shared.resolve("ca.crt"), authority.certificatePem());
        write(perRegistry(ONE).resolve("ca.crt"), authority.certificatePem());

        // When
        var transport = new RegistryTransport(new OkHttpClient(), directories(Optional.of(shared)));
        OkHttpClient client = transport.client("a.test");

        // Then
        assertThat(transport.client("b.test:5000")).isSameAs(client);
        assertThat(transport.client(reference(ONE).domain())).isNotSameAs(client);
    }

    @Test
    void shouldTakeUpChangedFilesAtNextConnection() throws Exception {
        // Given
        serve(false);
        Path file = perRegistry(ONE).resolve("ca.crt");
        write(file, authority("another").certificatePem());
        assertThatThrownBy(() -> client.resolve(reference(ONE))).hasMessageContaining("is not trusted");

        // When
        write(file, authority.certificatePem());

        // Then
        assertThat(client.resolve(reference(ONE))).isNotNull();

        // When
        Files.delete(file);

        // Then
        assertThatThrownBy(() -> client.resolve(reference(ONE))).hasMessageContaining("is not trusted");
    }

    @Test
    void shouldNameBrokenFileWhenItIsMissed() throws Exception {
        // Given
        serve(false);
        Path broken = perRegistry(ONE).resolve("ca.crt");
        write(broken, authority.certificatePem().replace("-\nMI", "-\nxy"));
        write(perRegistry(TWO).resolve("ca.crt"), authority.certificatePem());

        // Then
        assertThatThrownBy(() -> client.resolve(reference(ONE)))
                .hasMessageEndingWith("add its CA to the trusted certificates; " + broken
                        + " is ignored: it holds a broken certificate");
        assertThat(client.resolve(reference(TWO))).isNotNull();

        // When
        write(broken, "no certificate");

        // Then
        assertThatThrownBy(() -> client.resolve(reference(ONE)))
                .hasMessageEndingWith(broken + " is ignored: it holds no certificate in PEM format");
    }

    @Test
    void shouldShowClientCertificate() throws Exception {
        // Given
        serve(true);
        HeldCertificate me = new HeldCertificate.Builder()
                .signedBy(authority)
                .commonName("me")
                .build();
        write(perRegistry(ONE).resolve("ca.crt"), authority.certificatePem());
        write(perRegistry(TWO).resolve("ca.crt"), authority.certificatePem());
        write(perRegistry(ONE).resolve("client.cert"), me.certificatePem() + authority.certificatePem());
        write(perRegistry(ONE).resolve("client.key"), me.privateKeyPkcs8Pem());

        // Then
        assertThat(client.resolve(reference(ONE))).isNotNull();
        assertThatThrownBy(() -> client.resolve(reference(TWO))).isInstanceOf(ImageException.class);
    }

    @Test
    void shouldShowClientCertificateWhenRegistryIsInsecure() throws Exception {
        // Given
        serve(true);
        HeldCertificate me = new HeldCertificate.Builder()
                .signedBy(authority)
                .commonName("me")
                .build();
        write(perRegistry(ONE).resolve("client.cert"), me.certificatePem() + authority.certificatePem());
        write(perRegistry(ONE).resolve("client.key"), me.privateKeyPkcs8Pem());
        write(
                directory.resolve("registries.conf"),
                insecure(ONE + ":" + server.getPort()) + insecure(TWO + ":" + server.getPort()));
        RegistryClient trusting =
                new RegistryClient(http, options(Optional.empty()).withContainers(ContainersConfig.in(directory)));

        // Then
        assertThat(trusting.resolve(reference(ONE))).isNotNull();
        assertThatThrownBy(() -> trusting.resolve(reference(TWO))).isInstanceOf(ImageException.class);
    }

    @Test
    void shouldUseOtherFilesWhenClientCertificatesAreNoChain() throws Exception {
        // Given
        serve(false);
        HeldCertificate me = new HeldCertificate.Builder().signedBy(authority).build();
        Path home = perRegistry(ONE);
        write(home.resolve("ca.crt"), authority.certificatePem());
        write(home.resolve("reversed.cert"), authority.certificatePem() + me.certificatePem());
        write(home.resolve("reversed.key"), me.privateKeyPkcs8Pem());
        write(home.resolve("twice.cert"), authority.certificatePem() + authority.certificatePem());
        write(home.resolve("twice.key"), authority.privateKeyPkcs8Pem());
        String name = ONE + ":" + server.getPort();

        // When
        Certificates certificates = Certificates.read(
                CertificateFiles.find(directories(Optional.empty()).of(name), Optional.empty()));

        // Then
        assertThat(client.resolve(reference(ONE))).isNotNull();
        assertThat(certificates.clients()).isEmpty();
        assertThat(certificates.problems())
                .satisfiesExactly(
                        reversed -> assertThat(reversed)
                                .isEqualTo(home.resolve("reversed.cert") + " is ignored: its certificates are not a"
                                        + " chain: the client certificate comes first, and after each certificate the"
                                        + " one of its issuer"),
                        twice -> assertThat(twice).startsWith(home.resolve("twice.cert") + " is ignored: "));
    }

    @Test
    void shouldSayWhatIsWrongWithClientCertificate() throws Exception {
        // Given
        HeldCertificate me = new HeldCertificate.Builder().rsa2048().build();
        Path home = perRegistry("any:5000");
        write(home.resolve("alone.cert"), me.certificatePem());
        write(home.resolve("lonely.key"), me.privateKeyPkcs8Pem());
        write(home.resolve("old.cert"), me.certificatePem());
        write(
                home.resolve("old.key"),
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");

        // When
        Certificates certificates = Certificates.read(
                CertificateFiles.find(directories(Optional.empty()).of("any:5000"), Optional.empty()));

        // Then
        assertThat(certificates.clients()).isEmpty();
        assertThat(certificates.problems())
                .containsExactly(
                        home.resolve("alone.cert") + " is ignored: there is no alone.key beside it; the certificate of"
                                + " an authority ends in .crt",
                        home.resolve("lonely.key") + " is ignored: there is no lonely.cert beside it; the certificate"
                                + " of an authority ends in .crt",
                        home.resolve("old.key") + " is ignored: it holds no unencrypted private key; convert it with"
                                + " \"openssl pkcs8 -topk8 -nodes\"");
    }

    @Test
    void shouldTakeFirstDirectoryOfRegistry() throws Exception {
        // Given
        Path first = directory.resolve("first");
        Path second = directory.resolve("second");
        Files.createDirectories(second.resolve("quay.io"));
        CertificateDirectories directories = new CertificateDirectories(List.of(first, second), Optional.empty());

        // Then
        assertThat(directories.of("quay.io")).hasValue(second.resolve("quay.io"));
        Files.createDirectories(first.resolve("quay.io"));
        assertThat(directories.of("quay.io")).hasValue(first.resolve("quay.io"));
        assertThat(directories.of("docker.io")).isEmpty();
    }

    private void serve(boolean wantsClientCertificate) throws IOException {
        HeldCertificate own = new HeldCertificate.Builder()
                .signedBy(authority)
                .addSubjectAlternativeName(ONE)
                .addSubjectAlternativeName(TWO)
                .build();
        server.useHttps(new HandshakeCertificates.Builder()
                .heldCertificate(own, authority.certificate())
                .addTrustedCertificate(authority.certificate())
                .build()
                .sslSocketFactory());
        if (wantsClientCertificate) {
            server.requireClientAuth();
        }
        server.start(InetAddress.ofLiteral("127.0.0.1"), 0);
    }

    private ImageReference reference(String host) throws ImageException {
        return ImageReference.parse(host + ":" + server.getPort() + "/org/op:v1");
    }

    private Path perRegistry(String host) throws IOException {
        String name = host.contains(":") ? host : host + ":" + server.getPort();
        return Files.createDirectories(directory.resolve("certs.d").resolve(name));
    }

    private RegistryClient client(Optional<Path> shared) {
        return new RegistryClient(http, options(shared));
    }

    private RegistryOptions options(Optional<Path> shared) {
        return RegistryOptions.defaults()
                .withProxies(Proxies.of(Map.of()))
                .withSleeper(pause -> {})
                .withCertificates(directories(shared));
    }

    private static String insecure(String registry) {
        return "[[registry]]\nlocation = \"" + registry + "\"\ninsecure = true\n";
    }

    private CertificateDirectories directories(Optional<Path> shared) {
        return new CertificateDirectories(List.of(directory.resolve("certs.d")), shared);
    }

    private static HeldCertificate authority(String name) {
        return new HeldCertificate.Builder()
                .certificateAuthority(0)
                .commonName(name)
                .build();
    }

    private static void write(Path file, String content) throws IOException {
        Files.writeString(file, content);
    }
}
