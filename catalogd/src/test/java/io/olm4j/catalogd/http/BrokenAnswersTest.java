package io.olm4j.catalogd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Tests of {@link CatalogServer} with answers that end too early, by a fault of the server or of the client. */
class BrokenAnswersTest {

    private static final String ALL = "/catalogs/cat/api/v1/all";
    private static final String LINE = "{\"schema\":\"olm.bundle\",\"text\":\"" + "x".repeat(1 << 20) + "\"}\n";

    /** So many lines that the content is larger than the kernel's buffers of a connection. */
    private static final int LINES = 20;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path scratch;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(RequestHandler.class);

    @BeforeEach
    void listen() {
        log.start();
        logger.setLevel(Level.DEBUG);
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
        logger.setLevel(null);
    }

    @ParameterizedTest
    @CsvSource({
        "false, all, identity",
        "true, all, identity",
        "false, metas?schema=olm.bundle, identity",
        "true, metas?schema=olm.bundle, identity",
        "false, metas?schema=olm.bundle, gzip",
        "true, metas?schema=olm.bundle, gzip"
    })
    void shouldAdmitFaultWhenContentIsShorterThanItWas(boolean secure, String endpoint, String encoding)
            throws Exception {
        // Given
        String answer;
        try (ServedCatalog catalog = serve(secure)) {
            Files.writeString(catalog.content().lines().path(), LINE);

            // When
            answer = catalog.client()
                    .exchange(
                            RawClient.get("/catalogs/cat/api/v1/" + endpoint, "Accept-Encoding: " + encoding + "\r\n"));
        }

        // Then
        assertThat(answer).startsWith("HTTP/1.1 200");
        assertThat(answer.length()).isLessThan(2 * LINE.length());
        assertThat(messages(Level.ERROR)).containsExactly("Request for /catalogs/cat/api/v1/" + endpoint + " failed");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotAdmitFaultWhenClientGoesAway(boolean secure) throws Exception {
        try (ServedCatalog catalog = serve(secure)) {
            // When
            RawClient client = catalog.client();
            try (Socket network =
                    new Socket(client.server().getAddress(), client.server().getPort())) {
                Socket socket = client.over(network);
                socket.getOutputStream().write(RawClient.get(ALL, "").getBytes(StandardCharsets.US_ASCII));
                assertThat(socket.getInputStream().read()).isEqualTo('H');
                network.setSoLinger(true, 0); // closing resets the connection
            }

            // Then: a server that stops at once would end the answer without a message
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .untilAsserted(
                            () -> assertThat(messages(Level.DEBUG)).contains("The answer to " + ALL + " was not sent"));
        }
        assertThat(messages(Level.ERROR)).isEmpty();
    }

    private ServedCatalog serve(boolean secure) throws IOException {
        String content = LINE.repeat(LINES);
        return secure ? ServedCatalog.startSecure(scratch, content) : ServedCatalog.start(scratch, content);
    }

    /** The messages that were logged until now. */
    private Stream<String> messages(Level level) {
        return log.list.stream()
                .filter(event -> event.getLevel().equals(level))
                .map(ILoggingEvent::getFormattedMessage);
    }
}
