package io.olm4j.catalogd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.StoredContent;
import io.olm4j.process.http.ServerLimits;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link CatalogServer} with slow clients, and with clients that disconnect in the middle of an answer. */
class SlowClientsTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration LONG = Duration.ofMinutes(5);

    /** So many objects that the content is larger than the kernel's buffers of a connection. */
    private static final int OBJECTS = 50;

    private static final String REQUEST = RawClient.get("/catalogs/cat/api/v1/all", "Connection: close\r\n");

    @TempDir
    Path scratch;

    private ContentStore store;
    private StoredContent content;
    private Optional<CatalogServer> server = Optional.empty();

    @BeforeEach
    void prepare() throws IOException {
        store = new ContentStore(scratch.resolve("store"), Clock.systemUTC());
        Path catalog = Files.createDirectory(scratch.resolve("catalog"));
        String object = "{\"schema\":\"olm.bundle\",\"text\":\"" + "x".repeat(1 << 20) + "\"}\n";
        Files.writeString(catalog.resolve("catalog.json"), object.repeat(OBJECTS));
        store.store("cat", "r@1", catalog);
        content = store.find("cat").orElseThrow();
    }

    @AfterEach
    void stop() {
        server.ifPresent(CatalogServer::close);
    }

    @Test
    void shouldCutOffWhenClientTakesNothing() throws Exception {
        // Given
        RawClient client = start(new ServerLimits(LONG, Duration.ofSeconds(5), LONG, 10, 0));

        // When
        try (Socket socket = ask(client)) {
            // Then
            await().atMost(SOON).until(() -> openFiles() == 0);
            assertThat(rest(socket)).isLessThan(content.lines().length());
        }
    }

    @Test
    void shouldCutOffWhenAnAnswerTakesTooLong() throws Exception {
        // Given
        RawClient client = start(
                new ServerLimits(LONG, LONG, LONG, 10, 0), new AnswerLimit(Duration.ofMillis(500), Long.MAX_VALUE));

        // When
        try (Socket socket = ask(client)) {
            // Then
            await().atMost(SOON).until(() -> openFiles() == 0);
            assertThat(rest(socket)).isLessThan(content.lines().length());
        }
    }

    @Test
    void shouldKeepNothingWhenClientsGoAway() throws Exception {
        // Given
        RawClient client = start(new ServerLimits(LONG, LONG, LONG, 1000, 0));

        // When
        for (int i = 0; i < 50; i++) {
            try (Socket socket = ask(client)) {
                socket.setSoLinger(true, 0); // closing resets the connection
            }
        }

        // Then
        await().atMost(SOON).until(() -> openFiles() == 0);
        assertThat(client.exchange(RawClient.get("/healthz", "Connection: close\r\n")))
                .endsWith("ok\n");
    }

    @Test
    void shouldFinishAnswerWhenStopping() throws Exception {
        // Given
        RawClient client = start(new ServerLimits(LONG, LONG, LONG, 10, 0));
        try (Socket socket = ask(client)) {
            assertThat(serverThreads()).isPositive();

            // When
            Thread stopping = Thread.ofVirtual().start(this::stop);
            await().atMost(SOON).until(() -> isRefused(client));

            // Then
            assertThat(rest(socket)).isEqualTo(content.lines().length());
            assertThat(stopping.join(SOON)).isTrue();
        }
        server.orElseThrow().close();
        await().atMost(SOON).until(() -> serverThreads() == 0);
    }

    private static long serverThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("catalogs-server-"))
                .count();
    }

    @Test
    void shouldCutAnswerOffWhenItOutlastsTheGrace() throws Exception {
        // Given
        RawClient client = start(new ServerLimits(LONG, LONG, Duration.ofMillis(100), 10, 0));
        try (Socket socket = ask(client)) {
            // When
            stop();

            // Then
            assertThat(rest(socket)).isLessThan(content.lines().length());
            await().atMost(SOON).until(() -> openFiles() == 0);
        }
    }

    @Test
    void shouldTakeNoMoreConnectionsThanAllowed() throws Exception {
        // Given
        RawClient client = start(new ServerLimits(LONG, LONG, LONG, 20, 0));
        List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                Socket socket = client.connect();
                open.add(socket);
                assertThatItIsAnswered(socket);
            }

            // Then
            try (Socket tooMany = client.connect()) {
                assertThat(rest(tooMany)).isZero();
            }
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
        await().atMost(SOON).ignoreExceptions().until(() -> {
            String answer = client.exchange(RawClient.get("/healthz", "Connection: close\r\n"));
            return answer.endsWith("ok\n");
        });
    }

    @Test
    void shouldAnswerAnotherClientWhenOneHasTakenAllConnections() throws Exception {
        // Given
        RawClient client = start(new ServerLimits(LONG, LONG, LONG, 4, 0));
        List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                Socket socket = client.connect();
                open.add(socket);
                assertThatItIsAnswered(socket);
            }

            // When
            InetAddress other = InetAddress.ofLiteral("127.0.0.2");
            try (Socket first = client.connectFrom(other);
                    Socket second = client.connectFrom(other)) {
                // Then
                assertThatItIsAnswered(first);
                assertThatItIsAnswered(second);
                assertThat(rest(open.get(0))).as("the oldest was cut off").isGreaterThan(0);
                assertThat(rest(open.get(1))).as("the next one too").isGreaterThan(0);
                assertThatItIsAnswered(open.get(3));

                // When each client has half of the connections
                try (Socket third = client.connectFrom(other)) {
                    // Then
                    assertThat(rest(third)).isZero();
                }
            }
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    private static void assertThatItIsAnswered(Socket socket) throws IOException {
        socket.getOutputStream().write(RawClient.get("/healthz", "").getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isNotNegative();
    }

    @Test
    void shouldSendWholeContentWhenItIsReplacedOrRemovedMeanwhile() throws Exception {
        // Given
        RawClient client = start(new ServerLimits(LONG, LONG, LONG, 10, 0));
        Path other = Files.createDirectory(scratch.resolve("other"));
        Files.writeString(other.resolve("catalog.json"), "{\"schema\":\"olm.package\",\"name\":\"p\"}");

        try (Socket first = ask(client);
                Socket second = ask(client)) {
            // When
            store.store("cat", "r@2", other);
            assertThat(rest(first)).isEqualTo(content.lines().length());
            store.remove("cat");

            // Then
            assertThat(rest(second)).isEqualTo(content.lines().length());
        }
        assertThat(client.exchange(REQUEST)).startsWith("HTTP/1.1 404");
    }

    @Test
    void shouldNotCompressWhenManyCompressedAnswersAreBeingSent() throws Exception {
        // Given
        storeIncompressible("random");
        String request = RawClient.get("/catalogs/random/api/v1/metas?schema=olm.bundle", "Accept-Encoding: gzip\r\n");
        RawClient client = start(new ServerLimits(LONG, LONG, Duration.ofMillis(100), 100, 0));
        List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i < Compressions.AT_ONCE; i++) {
                Socket socket = client.connect();
                open.add(socket);
                assertThat(header(socket, request)).contains("content-encoding: gzip", "-gzip\"");
            }

            // When
            try (Socket further = client.connect()) {
                // Then
                assertThat(header(further, request))
                        .startsWith("HTTP/1.1 200")
                        .contains("content-length: ", "etag: \"")
                        .doesNotContain("gzip");
            }

            // When
            open.getFirst().setSoLinger(true, 0);
            open.getFirst().close();

            // Then
            await().atMost(SOON).until(() -> {
                try (Socket next = client.connect()) {
                    return header(next, request).contains("content-encoding: gzip");
                }
            });
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    /** Content that is larger than the kernel's buffers of a connection also when it is compressed. */
    private void storeIncompressible(String name) throws IOException {
        byte[] bytes = new byte[12 << 20];
        new Random(1).nextBytes(bytes);
        String text = Base64.getEncoder().encodeToString(bytes);
        Path catalog = Files.createDirectory(scratch.resolve(name));
        Files.writeString(catalog.resolve("catalog.json"), "{\"schema\":\"olm.bundle\",\"text\":\"" + text + "\"}\n");
        store.store(name, "r@1", catalog);
    }

    private RawClient start(ServerLimits limits) throws IOException {
        return start(limits, AnswerLimit.CONTENT);
    }

    private RawClient start(ServerLimits limits, AnswerLimit answers) throws IOException {
        CatalogServer started = CatalogServer.start(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                Optional.empty(),
                store,
                new SimpleMeterRegistry(),
                limits,
                answers);
        server = Optional.of(started);
        return new RawClient(started.address());
    }

    /** A connection whose answer has begun; only its header was read. */
    private static Socket ask(RawClient client) throws IOException {
        Socket socket = client.connect();
        header(socket, REQUEST);
        return socket;
    }

    /** The header of the answer to this request; the rest is not read. */
    private static String header(Socket socket, String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        StringBuilder header = new StringBuilder();
        while (header.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).isNotNegative();
            header.append((char) next);
        }
        return header.toString().toLowerCase(Locale.ROOT).replaceFirst("^http", "HTTP");
    }

    /** The number of bytes until the connection ends or breaks. */
    private static long rest(Socket socket) {
        long count = 0;
        byte[] buffer = new byte[1 << 16];
        try {
            InputStream in = socket.getInputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                count += n;
            }
        } catch (IOException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
        return count;
    }

    private static boolean isRefused(RawClient client) {
        try (Socket socket = client.connect()) {
            return !socket.isConnected();
        } catch (IOException refused) {
            return true;
        }
    }

    /** The number of files of the store that this process has open. */
    private long openFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors.filter(this::isOfStore).count();
        }
    }

    private boolean isOfStore(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(scratch);
        } catch (IOException closed) {
            return false;
        }
    }
}
