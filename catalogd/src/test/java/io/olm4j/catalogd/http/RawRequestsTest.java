package io.olm4j.catalogd.http;

import static io.olm4j.catalogd.http.RawClient.get;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link CatalogServer} with requests that no library sends. */
class RawRequestsTest {

    private static final String LINE = "{\"name\":\"p\",\"schema\":\"olm.package\"}\n";

    @TempDir
    Path scratch;

    private ServedCatalog catalog;
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        catalog = ServedCatalog.start(scratch, LINE);
        client = catalog.client();
    }

    @AfterEach
    void stop() {
        catalog.close();
    }

    @Test
    void shouldAnswerInOrderWhenRequestsComeAtOnce() throws Exception {
        // When
        String answers = client.exchange(get("/catalogs/cat/api/v1/all", "")
                + get("/nothing", "")
                + get("/catalogs/cat/api/v1/metas?package=none", "")
                + get("/healthz", "Connection: close\r\n"));

        // Then
        assertThat(answers.lines().filter(line -> line.startsWith("HTTP/1.1")))
                .containsExactly("HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK");
        assertThat(answers).contains(LINE).endsWith("ok\n");
    }

    /** A name in a catalog may have any characters, and a client need not escape them. */
    @ParameterizedTest
    @ValueSource(strings = {"a|b", "{a}", "a^b", "a[0]", "\"a\"", "a?b"})
    void shouldFindNothingWhenNoObjectHasTheName(String name) throws Exception {
        // When
        String answer = client.exchange(get("/catalogs/cat/api/v1/metas?name=" + name, "Connection: close\r\n"));

        // Then
        assertThat(answer).startsWith("HTTP/1.1 200 OK").doesNotContain(LINE);
    }

    @Test
    void shouldKeepConnectionWhenNothingIsNew() throws Exception {
        // When
        String answers =
                client.exchange(get("/catalogs/cat/api/v1/all", "If-Modified-Since: Thu, 01 Jan 2037 00:00:00 GMT\r\n")
                        + get("/healthz", "Connection: close\r\n"));

        // Then
        assertThat(answers.lines().filter(line -> line.startsWith("HTTP/1.1")))
                .containsExactly("HTTP/1.1 304 Not Modified", "HTTP/1.1 200 OK");
    }

    @ParameterizedTest
    @ValueSource(strings = {"If-Modified-Since", "If-Unmodified-Since", "If-Range"})
    void shouldIgnoreDateWhenItIsTooLong(String field) throws Exception {
        // When
        String answer = client.exchange(get(
                "/catalogs/cat/api/v1/all",
                field + ": Thu, 01 Jan 2037 00:00:00 GMT" + "x".repeat(100) + "\r\nConnection: close\r\n"));

        // Then
        assertThat(answer).startsWith("HTTP/1.1 200 OK").endsWith(LINE);
    }

    @Test
    void shouldCloseWhenClientSpeaksOldHttp() throws Exception {
        // When
        String answer = client.exchange("GET /catalogs/cat/api/v1/all HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n");

        // Then
        assertThat(answer).startsWith("HTTP/1.1 200 OK").endsWith(LINE);
    }

    @Test
    void shouldRefuseWhenHeaderIsEndless() throws Exception {
        // When
        String answer = client.exchange(get("/healthz", "X-Long: " + "x".repeat(100_000) + "\r\n"));

        // Then
        assertThat(answer).startsWith("HTTP/1.1 431").endsWith("431 Request Header Fields Too Large\n");
    }

    @Test
    void shouldRefuseWhenItIsNotHttp() throws Exception {
        assertThat(client.exchange("nonsense\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .endsWith("400 Bad Request\n");
    }

    @Test
    void shouldRefuseWhenALengthIsNoNumberAndTheClientWaits() throws Exception {
        assertThat(client.exchange(get("/healthz", "Content-Length: x\r\nExpect: 100-continue\r\n")))
                .startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 400 Bad Request\r\n")
                .endsWith("400 Bad Request\n");
    }

    @Test
    void shouldRefuseWhenPathOrQueryIsMalformed() throws Exception {
        assertThat(client.exchange(get("/catalogs/%zz", "Connection: close\r\n")))
                .startsWith("HTTP/1.1 400");
        assertThat(client.exchange(get("/catalogs/cat/api/v1/metas?schema=%zz", "Connection: close\r\n")))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void shouldHangUpWhenRequestNeverEnds() throws Exception {
        // Given
        try (Socket socket = client.connect()) {
            socket.getOutputStream().write("GET /healthz HT".getBytes(StandardCharsets.US_ASCII));

            // Then
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }
}
