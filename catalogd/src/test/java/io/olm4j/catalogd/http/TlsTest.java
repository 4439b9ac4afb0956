package io.olm4j.catalogd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogd.store.ContentStore;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Arrays;
import java.util.Optional;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link CatalogServer} over HTTPS. */
class TlsTest {

    @TempDir
    Path scratch;

    private Path certificate;
    private Path key;
    private ContentStore store;
    private Optional<CatalogServer> server = Optional.empty();

    @BeforeEach
    void prepare() throws IOException {
        certificate = scratch.resolve("tls.crt");
        key = scratch.resolve("tls.key");
        store = new ContentStore(scratch.resolve("store"), Clock.systemUTC());
        Path catalog = Files.createDirectory(scratch.resolve("catalog"));
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            lines.append("{\"name\":\"p").append(i).append("\",\"schema\":\"olm.package\"}\n");
        }
        Files.writeString(catalog.resolve("catalog.json"), lines);
        store.store("cat", "r@1", catalog);
    }

    @AfterEach
    void stop() {
        server.ifPresent(CatalogServer::close);
    }

    @Test
    void shouldServeWholeContentWhenSecure() throws Exception {
        // Given
        HeldCertificate held = certificate(1);
        install(held);
        start();

        // When
        try (Response response = get(held)) {
            // Then
            assertThat(response.code()).isEqualTo(200);
            assertThat(response.body().bytes())
                    .isEqualTo(Files.readAllBytes(
                            store.find("cat").orElseThrow().lines().path()));
        }
    }

    @Test
    void shouldUseNewCertificateWhenFilesAreReplaced() throws Exception {
        // Given
        install(certificate(1));
        start();
        HeldCertificate renewed = certificate(2);

        // When
        install(renewed);

        // Then
        try (Response response = get(renewed)) {
            X509Certificate shown =
                    (X509Certificate) response.handshake().peerCertificates().getFirst();
            assertThat(shown.getSerialNumber()).isEqualTo(BigInteger.TWO);
        }
    }

    @Test
    void shouldKeepCertificateWhenNewOneIsBroken() throws Exception {
        // Given
        HeldCertificate held = certificate(1);
        install(held);
        start();

        // When
        Files.writeString(certificate, "-----BEGIN CERTIFICATE-----\nnonsense\n");

        // Then
        try (Response response = get(held)) {
            assertThat(response.code()).isEqualTo(200);
        }
    }

    @Test
    void shouldNotStartWhenCertificateIsMissing() {
        assertThatThrownBy(this::start)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot serve over TLS")
                .hasMessageContaining("tls.crt");
    }

    private static HeldCertificate certificate(long serial) {
        return new HeldCertificate.Builder()
                .serialNumber(serial)
                .addSubjectAlternativeName("127.0.0.1")
                .build();
    }

    private void install(HeldCertificate held) throws IOException {
        replace(certificate, held.certificatePem());
        replace(key, held.privateKeyPkcs8Pem());
    }

    private void replace(Path file, String content) throws IOException {
        Path aside = scratch.resolve("aside");
        Files.writeString(aside, content);
        Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private void start() throws IOException {
        server = Optional.of(CatalogServer.start(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                Optional.of(new TlsFiles(certificate, key)),
                store,
                new SimpleMeterRegistry()));
    }

    /** A request on a connection of its own. */
    private Response get(HeldCertificate trusted) throws IOException {
        HandshakeCertificates trust = new HandshakeCertificates.Builder()
                .addTrustedCertificate(trusted.certificate())
                .build();
        OkHttpClient client = new OkHttpClient.Builder()
                .sslSocketFactory(trust.sslSocketFactory(), trust.trustManager())
                .connectionPool(new ConnectionPool(0, 1, java.util.concurrent.TimeUnit.SECONDS))
                .protocols(Arrays.asList(okhttp3.Protocol.HTTP_1_1))
                .build();
        int port = server.orElseThrow().address().getPort();
        return client.newCall(new Request.Builder()
                        .url("https://127.0.0.1:" + port + "/catalogs/cat/api/v1/all")
                        .header("Accept-Encoding", "identity")
                        .build())
                .execute();
    }
}
