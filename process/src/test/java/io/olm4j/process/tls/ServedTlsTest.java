package io.olm4j.process.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;
import io.olm4j.process.http.HttpServer;
import io.olm4j.process.http.ServerLimits;
import io.olm4j.testsupport.CertificateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of the TLS that a server negotiates with clients according to its profile, with BoringSSL and with Java's own
 * TLS.
 */
class ServedTlsTest {

    private static final String AES_128 = "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256";
    private static final String AES_256 = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";

    @TempDir
    Path scratch;

    private HeldCertificate held;
    private TlsFiles files;
    private Optional<HttpServer> server = Optional.empty();

    @BeforeEach
    void prepare() throws IOException {
        held = CertificateFiles.loopback(1);
        CertificateFiles installed = CertificateFiles.in(scratch);
        installed.install(held);
        files = new TlsFiles(installed.certificate(), installed.key());
    }

    @AfterEach
    void stop() {
        server.ifPresent(HttpServer::close);
    }

    static Stream<SslProvider> libraries() {
        return OpenSsl.isAvailable() ? Stream.of(SslProvider.OPENSSL, SslProvider.JDK) : Stream.of(SslProvider.JDK);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void shouldRefuseOlderVersionThanProfile(SslProvider library) throws Exception {
        // Given
        start(TlsProfile.MODERN, library);

        // Then
        assertThat(connect(parameters -> parameters.setProtocols(new String[] {"TLSv1.3"})))
                .startsWith("TLSv1.3");
        assertThatThrownBy(() -> connect(parameters -> parameters.setProtocols(new String[] {"TLSv1.2"})))
                .isInstanceOf(SSLException.class);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void shouldAgreeOnlyToCiphersOfProfile(SslProvider library) throws Exception {
        // Given
        start(new TlsProfile(TlsVersion.TLS_1_2, List.of(AES_256), List.of("prime256v1")), library);

        // Then
        assertThat(connect(parameters -> olderWith(parameters, AES_256))).isEqualTo("TLSv1.2 " + AES_256);
        assertThatThrownBy(() -> connect(parameters -> olderWith(parameters, AES_128)))
                .isInstanceOf(SSLException.class);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void shouldAgreeOnlyToCurvesOfProfile(SslProvider library) throws Exception {
        // Given
        start(new TlsProfile(TlsVersion.TLS_1_2, List.of(AES_128), List.of("secp384r1")), library);

        // Then
        assertThatCode(() -> connect(parameters -> parameters.setNamedGroups(new String[] {"secp384r1"})))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> connect(parameters -> parameters.setNamedGroups(new String[] {"x25519"})))
                .isInstanceOf(SSLException.class);
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void shouldServeWithoutCurvesThatLibraryLacks(SslProvider library) throws Exception {
        // Given
        start(new TlsProfile(TlsVersion.TLS_1_2, List.of(AES_128), List.of("SecP384r1MLKEM1024", "X25519")), library);

        // Then
        assertThatCode(() -> connect(parameters -> parameters.setNamedGroups(new String[] {"x25519"})))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldNotStartWhenLibraryHasNoneOfTheCurves() {
        // Given
        var profile = new TlsProfile(TlsVersion.TLS_1_2, List.of(AES_128), List.of("X25519MLKEM768"));

        // Then
        assertThatThrownBy(() -> start(profile, SslProvider.JDK))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the TLS library of this process has none of the curves X25519MLKEM768; choose others");
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void shouldServeEachFixedProfile(SslProvider library) throws Exception {
        for (TlsProfile profile : List.of(TlsProfile.MODERN, TlsProfile.INTERMEDIATE, TlsProfile.OLD)) {
            start(profile, library);
            assertThat(connect(_ -> {})).startsWith("TLSv1.3");
            server.orElseThrow().close();
        }
    }

    @Test
    void shouldNotStartWithAKeyOfWhichEachHandshakeWouldFail() throws Exception {
        // Given
        byte[] key = KeyPairGenerator.getInstance("Ed25519")
                .generateKeyPair()
                .getPrivate()
                .getEncoded();
        Files.writeString(
                files.key(),
                "-----BEGIN PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(key)
                        + "\n-----END PRIVATE KEY-----\n");

        // Then
        assertThatThrownBy(() -> start(TlsProfile.MODERN, SslProvider.JDK))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot serve over TLS: the certificate cannot be used: its key is of the kind EdDSA, with"
                        + " which the TLS library cannot serve; use RSA or ECDSA");
    }

    private void start(TlsProfile profile, SslProvider library) throws IOException {
        server = Optional.of(HttpServer.start(
                "test",
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                Optional.of(new ReloadedTls(files, profile, library)),
                ServerLimits.MANAGEMENT,
                new NoAnswers()));
    }

    private static void olderWith(SSLParameters parameters, String cipher) {
        parameters.setProtocols(new String[] {"TLSv1.2"});
        parameters.setCipherSuites(new String[] {cipher});
    }

    @FunctionalInterface
    private interface Setting {
        void apply(SSLParameters parameters);
    }

    /** The version and the suite that the server negotiates with a client with this setting. */
    private String connect(Setting setting) throws IOException {
        HandshakeCertificates trust = new HandshakeCertificates.Builder()
                .addTrustedCertificate(held.certificate())
                .build();
        InetSocketAddress address = server.orElseThrow().address();
        try (SSLSocket socket =
                (SSLSocket) trust.sslSocketFactory().createSocket(address.getAddress(), address.getPort())) {
            socket.setSoTimeout(30_000);
            SSLParameters parameters = socket.getSSLParameters();
            setting.apply(parameters);
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return socket.getSession().getProtocol() + " " + socket.getSession().getCipherSuite();
        }
    }
}
