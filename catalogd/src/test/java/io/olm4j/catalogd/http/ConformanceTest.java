package io.olm4j.catalogd.http;

import static io.olm4j.catalogd.http.RawClient.get;
import static io.olm4j.catalogd.http.RawClient.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link CatalogServer} against the requirements of RFC 9110 and RFC 9112 for a server. */
class ConformanceTest {

    private static final String ALL = "/catalogs/cat/api/v1/all";
    private static final String SOME = "/catalogs/cat/api/v1/metas?schema=olm.bundle";
    private static final String CLOSE = "Connection: close\r\n";
    private static final String LINE =
            "{\"name\":\"p.v1\",\"package\":\"p\",\"schema\":\"olm.bundle\",\"text\":\"" + "x".repeat(50_000) + "\"}\n";
    private static final int LINES = 100;

    @TempDir
    Path scratch;

    private ServedCatalog catalog;
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        catalog = ServedCatalog.start(scratch, LINE.repeat(LINES));
        client = catalog.client();
    }

    @AfterEach
    void stop() {
        catalog.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {ALL, SOME, "/nothing", "/healthz"})
    void shouldSayWhenWhateverIsAnswered(String path) throws Exception {
        assertThat(client.exchange(request("HEAD", path, CLOSE)).lines())
                .anyMatch(line -> line.matches("date: \\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT"));
    }

    @ParameterizedTest
    @CsvSource({"'',400", "'Host: a\r\nHost: b\r\n',400", "'Host: a\r\n',200"})
    void shouldInsistOnOneHost(String hosts, int status) throws Exception {
        assertThat(client.exchange("GET /healthz HTTP/1.1\r\n" + hosts + CLOSE + "\r\n"))
                .startsWith("HTTP/1.1 " + status);
    }

    @Test
    void shouldSayThatTargetIsTooLong() throws Exception {
        assertThat(client.exchange(get(SOME + "&name=" + "x".repeat(10_000), "")))
                .startsWith("HTTP/1.1 414")
                .endsWith("414 URI Too Long\n");
    }

    @Test
    void shouldAnswerWholeWhenHeadAsksForRange() throws Exception {
        assertThat(client.exchange(request("HEAD", ALL, "Range: bytes=1-5\r\n" + CLOSE)))
                .startsWith("HTTP/1.1 200")
                .contains("content-length: " + LINE.length() * LINES + "\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {ALL, SOME, "/nothing"})
    void shouldSendNoBodyAfterHead(String path) throws Exception {
        // When
        String answers = client.exchange(request("HEAD", path, "Accept-Encoding: gzip\r\n")
                + request("HEAD", path, "")
                + request("HEAD", path, "If-None-Match: *\r\n")
                + get("/healthz", CLOSE));

        // Then
        assertThat(answers.lines().filter(line -> line.startsWith("HTTP/1.1"))).hasSize(4);
        assertThat(answers.length()).isLessThan(3000);
        assertThat(answers).endsWith("ok\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes=0-", "bytes=0-99", "bytes=-10"})
    void shouldSendNothingRatherThanComplainWhenRangeIsOfNothing(String range) throws Exception {
        assertThat(client.exchange(get("/catalogs/cat/api/v1/metas?package=none", "Range: " + range + "\r\n" + CLOSE)))
                .startsWith("HTTP/1.1 200")
                .contains("content-length: 0\r\n");
    }

    @Test
    void shouldRefuseWhenStateIsNotTheExpectedOne() throws Exception {
        // Given
        String etag = "\"" + catalog.content().hash() + "\"";

        // Then
        for (String failing : List.of(
                "If-Match: \"other\"", "If-Match: W/" + etag, "If-Unmodified-Since: Thu, 01 Jan 2015 00:00:00 GMT")) {
            assertThat(client.exchange(get(ALL, failing + "\r\n" + CLOSE)))
                    .as(failing)
                    .startsWith("HTTP/1.1 412")
                    .contains("ETag: " + etag)
                    .endsWith("\r\n\r\n412 Precondition Failed\n");
        }
        for (String met : List.of(
                "If-Match: *",
                "If-Match: \"other\", " + etag,
                "If-Match: " + etag + "\r\nIf-Unmodified-Since: Thu, 01 Jan 2015 00:00:00 GMT",
                "If-Unmodified-Since: Sat, 01 Jan 2050 00:00:00 GMT",
                "If-Unmodified-Since: yesterday")) {
            assertThat(client.exchange(request("HEAD", ALL, met + "\r\n" + CLOSE)))
                    .as(met)
                    .startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Saturday, 01-Jan-50 00:00:00 GMT", "Sat Jan  1 00:00:00 2050", "Sat, 01 Jan 2050 00:00:00 GMT"})
    void shouldReadDatesOfOldClients(String date) throws Exception {
        assertThat(client.exchange(get(ALL, "If-Modified-Since: " + date + "\r\n" + CLOSE)))
                .startsWith("HTTP/1.1 304");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Expect: 100-continue\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx",
                "Content-Length: 100000\r\nConnection: close\r\n\r\n"
            })
    void shouldNotAnswerNextRequestWithinAnswer(String next) throws Exception {
        // When
        String answers = client.exchange(get(ALL, "") + "POST " + ALL + " HTTP/1.1\r\nHost: x\r\n" + next);

        // Then
        int body = answers.indexOf("\r\n\r\n") + 4;
        assertThat(answers.substring(body, body + LINE.length() * LINES)).isEqualTo(LINE.repeat(LINES));
        assertThat(answers.substring(body + LINE.length() * LINES)).startsWith("HTTP/1.1 ");
    }

    @Test
    void shouldCloseWhenOldClientWantsToKeepConnection() throws Exception {
        assertThat(client.exchange("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"))
                .contains("connection: close\r\n")
                .endsWith("ok\n");
    }

    @Test
    void shouldAdmitFaultWhenContentCannotBeOpened() throws Exception {
        // Given
        Path lines = catalog.content().lines().path();
        Files.delete(lines);
        Files.createSymbolicLink(lines, lines.getFileName());

        // Then
        assertThat(client.exchange(get(ALL, CLOSE))).startsWith("HTTP/1.1 500").endsWith("500 Internal Server Error\n");
    }

    @Test
    void shouldServeWhenTargetIsAbsoluteOrEncoded() throws Exception {
        assertThat(client.exchange(request("HEAD", "http://elsewhere" + ALL, CLOSE)))
                .startsWith("HTTP/1.1 200");
        assertThat(client.exchange(request("HEAD", "/catalogs/%63at/api/v1/al%6C", CLOSE)))
                .startsWith("HTTP/1.1 200");
        assertThat(client.exchange(request("OPTIONS", "*", CLOSE))).startsWith("HTTP/1.1 404");
        assertThat(client.exchange(request("CONNECT", "example.com:443", CLOSE)))
                .startsWith("HTTP/1.1 404");
    }
}
