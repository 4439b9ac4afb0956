package io.olm4j.catalogdclient.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.olm4j.localcluster.FreePort;
import io.olm4j.localcluster.LocalProxy;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link CatalogHttp} and {@link FetchFailure}, against servers and proxies on loopback. */
class CatalogHttpTest {
    private static final HeldCertificate CA =
            new HeldCertificate.Builder().certificateAuthority(0).build();

    @TempDir
    Path authorities;

    private final MockWebServer server = new MockWebServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private void startWithTls(HeldCertificate ca, String host) throws IOException {
        server.useHttps(new HandshakeCertificates.Builder()
                .heldCertificate(certificate(ca, host), ca.certificate())
                .build()
                .sslSocketFactory());
        startAnswering();
    }

    private void startAnswering() throws IOException {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return "CONNECT".equals(request.getMethod())
                        ? new MockResponse.Builder().code(502).build()
                        : new MockResponse.Builder().body("catalog").build();
            }
        });
        server.start(InetAddress.getLoopbackAddress(), 0);
    }

    private String fetch(OkHttpClient http, String url) {
        Call call = http.newCall(new Request.Builder().url(url).build());
        try (Response response = call.execute()) {
            return response.body().string();
        } catch (IOException e) {
            return FetchFailure.explain(http, call, e);
        }
    }

    private String secureUrl(String host) {
        return "https://" + host + ":" + server.getPort() + "/";
    }

    private void trust(String file, String pem) throws IOException {
        Files.writeString(authorities.resolve(file), pem);
    }

    @Test
    void shouldTrustTheCasOfTheDirectoryAndThePlatforms() throws IOException {
        trust("ca.crt", "a comment\n" + CA.certificatePem());
        startWithTls(CA, "127.0.0.1");
        OkHttpClient http = CatalogHttp.create(Optional.of(authorities), Map.of());

        assertThat(fetch(http, secureUrl("127.0.0.1"))).isEqualTo("catalog");
        assertThat(http.x509TrustManager().getAcceptedIssuers())
                .hasSizeGreaterThan(50)
                .contains(CA.certificate());
        assertThat(http.protocols()).containsExactly(Protocol.HTTP_1_1);
    }

    @Test
    void shouldSayThatTheCertificateIsNotTrusted() throws IOException {
        startWithTls(CA, "127.0.0.1");

        assertThat(fetch(CatalogHttp.create(Optional.of(authorities), Map.of()), secureUrl("127.0.0.1")))
                .isEqualTo("the server's certificate is not trusted: add its CA to the directory of CAs for catalogd");
    }

    @Test
    void shouldNameTheServerThatRefusesTheConnection() throws IOException {
        OkHttpClient http = CatalogHttp.create(Optional.of(authorities), Map.of());
        Call call = http.newCall(new Request.Builder().url("http://127.0.0.1/").build());

        assertThat(FetchFailure.explain(
                        http, call, new ConnectException("Failed to connect to /[0:0:0:0:0:0:0:1]:443")))
                .isEqualTo("cannot connect to [0:0:0:0:0:0:0:1]:443");
        assertThat(FetchFailure.explain(http, call, new ConnectException("Failed to connect to a.svc/10.0.0.1:443")))
                .isEqualTo("cannot connect to a.svc (10.0.0.1:443)");
    }

    /** With a search from each word of the whole text, this takes hours, or too large a stack. */
    @Test
    void shouldCutALongMessageBeforeItLooksForNamesOfClasses() throws IOException {
        OkHttpClient http = CatalogHttp.create(Optional.of(authorities), Map.of());
        Call call = http.newCall(new Request.Builder().url("http://127.0.0.1/").build());

        assertThat(FetchFailure.explain(http, call, new ConnectException("a.".repeat(2_000_000))))
                .isEqualTo("a.".repeat(150) + "…");
        assertThat(FetchFailure.explain(http, call, new ConnectException("java.net.ConnectException: refused")))
                .isEqualTo("refused");
    }

    @Test
    void shouldSayThatTheCertificateIsForAnotherHost() throws IOException {
        trust("ca.crt", CA.certificatePem());
        startWithTls(CA, "catalogd.example.com");

        assertThat(fetch(CatalogHttp.create(Optional.of(authorities), Map.of()), secureUrl("127.0.0.1")))
                .isEqualTo("the server's certificate is for another host name");
    }

    @Test
    void shouldCountCasAnewAtTheNextConnection() throws IOException {
        // given
        startWithTls(CA, "127.0.0.1");
        OkHttpClient http = CatalogHttp.create(Optional.of(authorities), Map.of());
        assertThat(fetch(http, secureUrl("127.0.0.1"))).contains("not trusted");
        // when
        trust("ca.crt", CA.certificatePem());
        // then
        assertThat(fetch(http, secureUrl("127.0.0.1"))).isEqualTo("catalog");
        // when
        trust(
                "ca.crt",
                new HeldCertificate.Builder().certificateAuthority(0).build().certificatePem());
        // then
        assertThat(new DirectoryTrustManager(authorities).getAcceptedIssuers()).doesNotContain(CA.certificate());
        assertThat(http.x509TrustManager().getAcceptedIssuers()).doesNotContain(CA.certificate());
    }

    @Test
    void shouldUseTheOtherCasWhenFilesAreBroken() throws IOException {
        // given
        trust("a.crt", "no certificate");
        trust("b.crt", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" + CA.certificatePem());
        Files.write(authorities.resolve("c.crt"), new byte[2 << 20]);
        Files.createSymbolicLink(authorities.resolve("d.crt"), Path.of("gone"));
        Files.createDirectory(authorities.resolve("..data"));
        startWithTls(CA, "127.0.0.1");
        // when, then
        assertThat(fetch(CatalogHttp.create(Optional.of(authorities), Map.of()), secureUrl("127.0.0.1")))
                .isEqualTo("catalog");
    }

    @Test
    void shouldKeepTheCasReadBeforeWhenTheDirectoryVanishes() throws IOException {
        trust("ca.crt", CA.certificatePem());
        startWithTls(CA, "127.0.0.1");
        OkHttpClient http = CatalogHttp.create(Optional.of(authorities), Map.of());

        Files.delete(authorities.resolve("ca.crt"));
        Files.delete(authorities);

        assertThat(fetch(http, secureUrl("127.0.0.1"))).isEqualTo("catalog");
        Files.createDirectory(authorities);
    }

    @Test
    void shouldNotFollowRedirectToPlainHttp() throws IOException {
        // given
        trust("ca.crt", CA.certificatePem());
        try (MockWebServer plain = new MockWebServer()) {
            plain.start(InetAddress.getLoopbackAddress(), 0);
            plain.enqueue(new MockResponse.Builder().body("forged").build());
            startWithTls(CA, "127.0.0.1");
            server.setDispatcher(new Dispatcher() {
                @Override
                public MockResponse dispatch(RecordedRequest request) {
                    return new MockResponse.Builder()
                            .code(302)
                            .addHeader("Location", "http://127.0.0.1:" + plain.getPort() + "/")
                            .build();
                }
            });
            // when
            String answer = fetch(CatalogHttp.create(Optional.of(authorities), Map.of()), secureUrl("127.0.0.1"));
            // then
            assertThat(answer).isEmpty();
            assertThat(plain.getRequestCount()).isZero();
        }
    }

    @Test
    void shouldNotStartWhenTheDirectoryIsMissing() {
        assertThatIOException()
                .isThrownBy(() -> CatalogHttp.create(Optional.of(authorities.resolve("none")), Map.of()))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void shouldUseAnotherConnectionForEachRequest() throws Exception {
        startAnswering();
        OkHttpClient http = CatalogHttp.create(Optional.empty(), Map.of());

        fetch(http, server.url("/").toString());
        fetch(http, server.url("/").toString());

        assertThat(server.takeRequest().getConnectionIndex()).isZero();
        assertThat(server.takeRequest().getConnectionIndex()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void shouldReadCatalogThroughTunnel(String scheme) throws Exception {
        // given
        trust("ca.crt", CA.certificatePem());
        startWithTls(CA, "catalogd.test");
        try (LocalProxy proxy = proxy(scheme)) {
            // when
            String answer = fetch(
                    CatalogHttp.create(
                            Optional.of(authorities),
                            Map.of("HTTPS_PROXY", scheme + "://me:s%3Ac@127.0.0.1:" + proxy.port())),
                    secureUrl("catalogd.test"));
            // then
            assertThat(answer).isEqualTo("catalog");
            assertThat(proxy.requests()).containsExactly("CONNECT catalogd.test:" + server.getPort());
            assertThat(server.takeRequest().getHeaders().names()).doesNotContain("Proxy-Authorization");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void shouldReadPlainCatalogThroughProxy(String scheme) throws Exception {
        // given
        trust("ca.crt", CA.certificatePem());
        startAnswering();
        String url = "http://catalogd.test:" + server.getPort() + "/catalogs/x";
        try (LocalProxy proxy = proxy(scheme)) {
            // when
            String answer = fetch(
                    CatalogHttp.create(
                            Optional.of(authorities),
                            Map.of("HTTP_PROXY", scheme + "://me:s%3Ac@127.0.0.1:" + proxy.port())),
                    url);
            // then
            assertThat(answer).isEqualTo("catalog");
            assertThat(proxy.requests()).containsExactly("GET " + url);
            assertThat(server.takeRequest().getHeaders().names()).doesNotContain("Proxy-Authorization");
        }
    }

    private static LocalProxy proxy(String scheme) throws IOException {
        LocalProxy proxy = LocalProxy.start(
                scheme.equals("https")
                        ? Optional.of(new HandshakeCertificates.Builder()
                                .heldCertificate(certificate(CA, "127.0.0.1"), CA.certificate())
                                .build()
                                .sslContext())
                        : Optional.empty());
        proxy.admit("me", "s:c");
        return proxy;
    }

    private static HeldCertificate certificate(HeldCertificate ca, String host) {
        return new HeldCertificate.Builder()
                .signedBy(ca)
                .addSubjectAlternativeName(host)
                .build();
    }

    @Test
    void shouldNameTheProxyWhenItRefusesToConnect() throws IOException {
        startAnswering();
        String proxy = "127.0.0.1:" + server.getPort();
        OkHttpClient http = CatalogHttp.create(Optional.empty(), Map.of("HTTPS_PROXY", "http://user:secret@" + proxy));

        assertThat(fetch(http, "https://catalogd.test/"))
                .isEqualTo("proxyconnect: the proxy " + proxy + " answered 502 when asked to connect");
    }

    @Test
    void shouldNameTheProxyWhenItIsNotThere() throws IOException {
        int port = FreePort.next();
        OkHttpClient http = CatalogHttp.create(Optional.empty(), Map.of("HTTP_PROXY", "127.0.0.1:" + port));

        assertThat(fetch(http, "http://catalogd.test/"))
                .isEqualTo("proxyconnect: the proxy 127.0.0.1:" + port + " cannot be reached: connection refused;"
                        + " check the proxy, or name the host in NO_PROXY");
    }

    @Test
    void shouldNameTheProxyWhenItWantsAUser() throws IOException {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return new MockResponse.Builder()
                        .code(407)
                        .addHeader("Proxy-Authenticate", "Basic realm=proxy")
                        .build();
            }
        });
        server.start(InetAddress.getLoopbackAddress(), 0);
        String proxy = "127.0.0.1:" + server.getPort();
        OkHttpClient http = CatalogHttp.create(Optional.empty(), Map.of("HTTPS_PROXY", proxy));

        assertThat(fetch(http, "https://catalogd.test/"))
                .isEqualTo("proxyconnect: the proxy " + proxy
                        + " requires a user and a password, or refused those that it received");
    }
}
