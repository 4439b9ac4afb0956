package io.olm4j.catalogd.http;

import static io.olm4j.testsupport.CertificateFiles.loopback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.process.tls.ReloadedTls;
import io.olm4j.process.tls.TlsFiles;
import io.olm4j.process.tls.TlsProfile;
import io.olm4j.testsupport.CertificateFiles;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link CatalogServer} over HTTPS. */
class TlsTest {

    @TempDir
    Path scratch;

    private CertificateFiles files;
    private ContentStore store;
    private Optional<CatalogServer> server = Optional.empty();

    @BeforeEach
    void prepare() throws IOException {
        files = CertificateFiles.in(scratch);
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
        HeldCertificate held = loopback(1);
        files.install(held);
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
    void shouldServeOthersWhenManyClientsTakeNothing() throws Exception {
        // Given
        HeldCertificate held = loopback(1);
        files.install(held);
        Path catalog = Files.createDirectory(scratch.resolve("large"));
        Files.writeString(
                catalog.resolve("catalog.json"),
                ("{\"schema\":\"olm.bundle\",\"text\":\"" + "x".repeat(1 << 20) + "\"}\n").repeat(20));
        store.store("large", "r@1", catalog);
        start();
        List<SSLSocket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                SSLSocket socket = connect(held);
                stalled.add(socket);
                socket.getOutputStream()
                        .write(RawClient.get("/catalogs/large/api/v1/all", "").getBytes(StandardCharsets.US_ASCII));
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }

            // When
            try (Response response = get(held)) {
                // Then
                assertThat(response.body().bytes())
                        .hasSize((int) store.find("cat").orElseThrow().lines().length());
            }
        } finally {
            for (SSLSocket socket : stalled) {
                socket.close();
            }
        }
    }

    @Test
    void shouldUseNewCertificateWhenFilesAreReplaced() throws Exception {
        // Given
        files.install(loopback(1));
        start();
        HeldCertificate renewed = loopback(2);

        // When
        files.install(renewed);

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
        HeldCertificate held = loopback(1);
        files.install(held);
        start();

        // When
        Files.writeString(files.certificate(), "-----BEGIN CERTIFICATE-----\nnonsense\n");

        // Then
        try (Response response = get(held)) {
            assertThat(response.code()).isEqualTo(200);
        }
    }

    @Test
    void shouldKeepCertificateWhenNewKeyIsOfAnotherOne() throws Exception {
        // Given
        HeldCertificate held = loopback(1);
        files.install(held);
        start();

        // When
        files.installCertificate(loopback(2));

        // Then
        try (Response response = get(held)) {
            assertThat(response.code()).isEqualTo(200);
        }

        // When
        HeldCertificate whole = loopback(3);
        files.install(whole);

        // Then
        try (Response response = get(whole)) {
            assertThat(response.code()).isEqualTo(200);
        }
    }

    @Test
    void shouldNotStartWhenKeyIsOfAnotherCertificate() throws Exception {
        // Given
        files.install(loopback(1));
        files.installKey(loopback(2));

        // Then
        assertThatThrownBy(this::start)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the key is not that of the certificate");
    }

    @Test
    void shouldUseNewCertificateWhenKubernetesSwapsDirectory() throws Exception {
        // Given
        Files.createSymbolicLink(scratch.resolve("..data"), mount("first", loopback(1)));
        Files.createSymbolicLink(files.certificate(), Path.of("..data/tls.crt"));
        Files.createSymbolicLink(files.key(), Path.of("..data/tls.key"));
        start();
        HeldCertificate renewed = loopback(2);

        // When
        Files.createSymbolicLink(scratch.resolve("..data_tmp"), mount("second", renewed));
        Files.move(scratch.resolve("..data_tmp"), scratch.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);

        // Then
        try (Response response = get(renewed)) {
            assertThat(response.code()).isEqualTo(200);
        }
    }

    private Path mount(String name, HeldCertificate held) throws IOException {
        Path directory = Files.createDirectory(scratch.resolve(name));
        CertificateFiles.in(directory).install(held);
        return directory.getFileName();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldSpeakCurrentProtocols(String protocol) throws Exception {
        // Given
        HeldCertificate held = loopback(1);
        files.install(held);
        start();

        // Then
        try (SSLSocket socket = connect(held)) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.startHandshake();
            assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
        }
    }

    @Test
    void shouldRefuseOldProtocol() throws Exception {
        // Given
        files.install(loopback(1));
        start();
        byte[] hello = HexFormat.of()
                .parseHex(
                        "160301002d" // a record with a handshake
                                + "01000029" // a ClientHello
                                + "0302" + "00".repeat(32) // of TLS 1.1, with a random number
                                + "00" + "0002c013" + "0100"); // no session, a suite with ECDHE, no compression

        // When
        byte[] answer;
        try (Socket socket = new RawClient(server.orElseThrow().address()).connect()) {
            socket.getOutputStream().write(hello);
            answer = socket.getInputStream().readAllBytes();
        }

        // Then
        assertThat(answer[0]).as("an alert").isEqualTo((byte) 21);
        assertThat(answer[6]).as("protocol_version").isEqualTo((byte) 70);
    }

    @Test
    void shouldSayThatPortIsForTlsWhenClientSpeaksPlainHttp() throws Exception {
        // Given
        files.install(loopback(1));
        start();

        // When
        String answer = new RawClient(server.orElseThrow().address()).exchange(RawClient.get("/healthz", ""));

        // Then
        assertThat(answer).startsWith("HTTP/1.1 400 ").endsWith("400 Bad Request: this port speaks HTTPS only\n");
    }

    @Test
    void shouldNotStartWhenCertificateIsMissing() {
        assertThatThrownBy(this::start)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot serve over TLS")
                .hasMessageContaining("tls.crt");
    }

    private void start() throws IOException {
        server = Optional.of(CatalogServer.start(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                Optional.of(new ReloadedTls(new TlsFiles(files.certificate(), files.key()), TlsProfile.INTERMEDIATE)),
                store,
                new SimpleMeterRegistry()));
    }

    private SSLSocket connect(HeldCertificate trusted) throws IOException {
        InetSocketAddress address = server.orElseThrow().address();
        return (SSLSocket) trust(trusted).sslSocketFactory().createSocket(address.getAddress(), address.getPort());
    }

    /** Sends a request on its own connection. */
    private Response get(HeldCertificate trusted) throws IOException {
        HandshakeCertificates trust = trust(trusted);
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

    private static HandshakeCertificates trust(HeldCertificate trusted) {
        return new HandshakeCertificates.Builder()
                .addTrustedCertificate(trusted.certificate())
                .build();
    }
}
