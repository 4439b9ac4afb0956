package io.olm4j.catalogd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogd.store.ContentStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link CatalogServer} over HTTP. */
class CatalogServerTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String PACKAGE = "{\"name\":\"p\",\"schema\":\"olm.package\"}\n";
    private static final String CHANNEL = "{\"name\":\"c\",\"package\":\"p\",\"schema\":\"olm.channel\"}\n";
    private static final String BUNDLE = "{\"name\":\"p.v1\",\"package\":\"p\",\"schema\":\"olm.bundle\"}\n";
    private static final String OTHER = "{\"name\":\"p.v1\"}\n";
    private static final String ALL = PACKAGE + CHANNEL + BUNDLE + OTHER;

    @TempDir
    Path scratch;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final HttpClient client = HttpClient.newHttpClient();
    private ContentStore store;
    private CatalogServer server;

    @BeforeEach
    void start() throws IOException {
        Clock clock = Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC);
        store = new ContentStore(scratch.resolve("store"), clock);
        store.store("my-cat.v1", "r@1", catalog(ALL));
        server = CatalogServer.start(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), Optional.empty(), store, meters);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void shouldSendAllWhenAskedForAll() throws Exception {
        // When
        HttpResponse<String> response = get("/catalogs/my-cat.v1/api/v1/all");

        // Then
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(ALL);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/jsonl");
        assertThat(response.headers().firstValue("Catalog-Image-Ref")).contains("r@1");
        assertThat(response.headers().firstValue("Last-Modified")).contains("Fri, 02 Jan 2026 03:04:05 GMT");
        assertThat(response.headers().firstValue("Content-Length")).contains(Integer.toString(ALL.length()));
    }

    @Test
    void shouldSendHeadersOnlyWhenHead() throws Exception {
        // When
        HttpResponse<String> response =
                send(request("/catalogs/my-cat.v1/api/v1/all").HEAD());

        // Then
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
        assertThat(response.headers().firstValue("Content-Length")).contains(Integer.toString(ALL.length()));
        assertThat(response.headers().firstValue("ETag")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "metas?schema=olm.bundle"})
    void shouldSendNothingWhenClientHasIt(String endpoint) throws Exception {
        // Given
        String path = "/catalogs/my-cat.v1/api/v1/" + endpoint;
        String etag = get(path).headers().firstValue("ETag").orElseThrow();

        // Then
        assertThat(send(request(path).header("If-None-Match", etag)).statusCode())
                .isEqualTo(304);
        assertThat(send(request(path).header("If-None-Match", "\"x\", W/" + etag))
                        .statusCode())
                .isEqualTo(304);
        assertThat(send(request(path).header("If-None-Match", "\"x\"")).statusCode())
                .isEqualTo(200);
        assertThat(send(request(path).header("If-Modified-Since", "Fri, 02 Jan 2026 03:04:05 GMT"))
                        .statusCode())
                .isEqualTo(304);
        assertThat(send(request(path).header("If-Modified-Since", "Fri, 02 Jan 2026 03:04:04 GMT"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(send(request(path).header("If-Modified-Since", "yesterday")).statusCode())
                .isEqualTo(200);
        assertThat(send(request(path)
                                .header("If-None-Match", "\"x\"")
                                .header("If-Modified-Since", "Fri, 02 Jan 2026 03:04:05 GMT"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void shouldCompressWhenLargeAndAccepted() throws Exception {
        // Given
        String large = BUNDLE.repeat(100);
        store.store("large", "r@1", catalog(large));

        // When
        HttpResponse<InputStream> gzip = client.send(
                request("/catalogs/large/api/v1/all")
                        .header("Accept-Encoding", "br, gzip")
                        .build(),
                BodyHandlers.ofInputStream());

        // Then
        assertThat(gzip.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(gzip.headers().firstValue("Vary")).contains("Accept-Encoding");
        try (InputStream in = new GZIPInputStream(gzip.body())) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(large);
        }
        assertThat(send(request("/catalogs/large/api/v1/all").header("Accept-Encoding", "gzip;q=0"))
                        .headers()
                        .firstValue("Content-Encoding"))
                .isEmpty();
        assertThat(send(request("/catalogs/my-cat.v1/api/v1/all").header("Accept-Encoding", "gzip"))
                        .headers()
                        .firstValue("Content-Encoding"))
                .isEmpty();
    }

    @Test
    void shouldSendPartWhenRangeIsAsked() throws Exception {
        // Given
        String all = "/catalogs/my-cat.v1/api/v1/all";
        String etag = get(all).headers().firstValue("ETag").orElseThrow();

        // When
        HttpResponse<String> part = send(request(all).header("Range", "bytes=5-14"));
        HttpResponse<String> rest = send(request(all)
                .header("Range", "bytes=15-")
                .header("If-Range", etag)
                .header("Accept-Encoding", "gzip"));

        // Then
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(ALL.substring(5, 15));
        assertThat(part.headers().firstValue("Content-Range")).contains("bytes 5-14/" + ALL.length());
        assertThat(rest.statusCode()).isEqualTo(206);
        assertThat(rest.body()).isEqualTo(ALL.substring(15));
        assertThat(send(request(all).header("Range", "bytes=5-14").header("If-Range", "\"other\""))
                        .body())
                .isEqualTo(ALL);
        assertThat(send(request("/catalogs/my-cat.v1/api/v1/metas?package=p").header("Range", "bytes=1-"))
                        .body())
                .isEqualTo((CHANNEL + BUNDLE).substring(1));
        HttpResponse<String> beyond = send(request(all).header("Range", "bytes=" + ALL.length() + "-"));
        assertThat(beyond.statusCode()).isEqualTo(416);
        assertThat(beyond.headers().firstValue("Content-Range")).contains("bytes */" + ALL.length());
    }

    @Test
    void shouldKnowEitherEncodingWhenClientHasIt() throws Exception {
        // Given
        store.store("large", "r@1", catalog(BUNDLE.repeat(100)));
        String path = "/catalogs/large/api/v1/all";
        String plain = get(path).headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> compressed = send(request(path).header("Accept-Encoding", "gzip"));
        String gzip = compressed.headers().firstValue("ETag").orElseThrow();

        // Then
        assertThat(gzip).isNotEqualTo(plain);
        assertThat(compressed.headers().firstValue("Content-Length")).isPresent();
        assertThat(send(request(path).header("If-None-Match", gzip)).statusCode())
                .isEqualTo(304);
        assertThat(send(request(path).header("Accept-Encoding", "gzip").header("If-None-Match", plain))
                        .statusCode())
                .isEqualTo(304);
    }

    @Test
    void shouldCompressMatchesWhenLargeAndAccepted() throws Exception {
        // Given
        String bundles = BUNDLE.repeat(100);
        store.store("large", "r@1", catalog(PACKAGE + bundles + CHANNEL));

        // When
        HttpResponse<InputStream> gzip = client.send(
                request("/catalogs/large/api/v1/metas?schema=olm.bundle")
                        .header("Accept-Encoding", "gzip")
                        .build(),
                BodyHandlers.ofInputStream());

        // Then
        try (InputStream in = new GZIPInputStream(gzip.body())) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(bundles);
        }
    }

    @Test
    void shouldCountWhatIsSentOfEachCatalog() throws Exception {
        // When
        get("/catalogs/my-cat.v1/api/v1/all");
        get("/catalogs/none/api/v1/all");

        // Then
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(meters.get("catalogd.catalog.sent.bytes")
                                .tag("catalog", "my-cat.v1")
                                .counter()
                                .count())
                        .isEqualTo(ALL.length()));
        assertThat(meters.find("catalogd.catalog.requests")
                        .tag("catalog", "none")
                        .counters())
                .isEmpty();
    }

    @Test
    void shouldSendMatchesWhenAskedForMetas() throws Exception {
        assertThat(metas("")).isEqualTo(ALL);
        assertThat(metas("?schema=olm.package")).isEqualTo(PACKAGE);
        assertThat(metas("?package=p")).isEqualTo(CHANNEL + BUNDLE);
        assertThat(metas("?name=p.v1")).isEqualTo(BUNDLE);
        assertThat(metas("?schema=olm.bundle&package=p&name=p.v1")).isEqualTo(BUNDLE);
        assertThat(metas("?schema=olm.bundle&schema=olm.channel")).isEqualTo(BUNDLE);
        assertThat(metas("?package=none")).isEmpty();
        assertThat(get("/catalogs/my-cat.v1/api/v1/metas?kind=x").statusCode()).isEqualTo(400);
        assertThat(get("/catalogs/my-cat.v1/api/v1/metas?schema=a;b").statusCode())
                .isEqualTo(400);
        assertThat(get("/catalogs/none/api/v1/metas").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "/, 404, 404 Not Found",
        "/catalogs, 404, 404 Not Found",
        "/catalogs/my-cat.v1, 404, 404 Not Found",
        "/catalogs/my-cat.v1/api/v1/all/, 404, 404 Not Found",
        "/catalogs/my-cat.v1/api/v2/all, 404, 404 Not Found",
        "/catalogs/my-cat.v1/api/v1/graphql, 404, 404 Not Found",
        "/catalogs/none/api/v1/all, 404, 404 Not Found",
        "/catalogs//api/v1/all, 400, invalid catalog name: ",
        "/catalogs/My_Cat/api/v1/all, 400, invalid catalog name: ",
        "/catalogs/../api/v1/all, 400, invalid catalog name: ",
        "/catalogs/%2e%2e/api/v1/all, 400, invalid catalog name: ",
        "/catalogs/..%2F..%2Fetc/api/v1/all, 400, invalid catalog name: ",
        "/catalogs/my-cat.v1%2Fapi/v1/all, 404, 404 Not Found",
    })
    void shouldAnswerInPlainTextWhenThereIsNothing(String path, int status, String answer) throws Exception {
        // When
        HttpResponse<String> response = get(path);

        // Then
        assertThat(response.body()).startsWith(answer).endsWith("\n");
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//catalogs/my-cat.v1/api/v1/metas?name=p.v1",
                "/catalogs/my-cat.v1//api/v1/metas?name=p.v1",
                "/./catalogs/x/../my-cat.v1/api/v1/metas?name=p.v1"
            })
    void shouldNameTheCleanPathWhenAskedForAnotherForm(String target) throws Exception {
        // When
        HttpResponse<String> response = get(target);

        // Then
        assertThat(response.statusCode()).isEqualTo(301);
        assertThat(response.headers().firstValue("Location")).contains("/catalogs/my-cat.v1/api/v1/metas?name=p.v1");
    }

    @Test
    void shouldRefuseWhenMethodWrites() throws Exception {
        // When
        HttpResponse<String> response =
                send(request("/catalogs/my-cat.v1/api/v1/all").POST(HttpRequest.BodyPublishers.ofString("x")));

        // Then
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
        assertThat(response.body()).isEqualTo("Method Not Allowed\n");
    }

    @Test
    void shouldReportHealthAndDurations() throws Exception {
        // When
        HttpResponse<String> health = get("/healthz");

        // Then
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body()).isEqualTo("ok\n");
        get("/nothing");
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(meters.get("catalogd.http.request.duration")
                                .tag("code", "404")
                                .timer()
                                .count())
                        .isEqualTo(1));
    }

    private String metas(String query) throws Exception {
        HttpResponse<String> response = get("/catalogs/my-cat.v1/api/v1/metas" + query);
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.address().getPort() + path));
    }

    private Path catalog(String json) {
        try {
            Path directory = Files.createTempDirectory(scratch, "fbc");
            Files.writeString(directory.resolve("catalog.json"), json);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
