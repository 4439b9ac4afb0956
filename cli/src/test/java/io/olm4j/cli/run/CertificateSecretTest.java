package io.olm4j.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.process.apiserver.ApiServerHttp;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link CertificateSecret} with an HTTP server in place of the API server. */
class CertificateSecretTest {

    private static final String UNAVAILABLE = """
        {"kind":"Status","apiVersion":"v1","status":"Failure","message":"shutting down","code":503}
        """;
    private static final String NOT_FOUND = """
        {"kind":"Status","apiVersion":"v1","status":"Failure","message":"not found","reason":"NotFound","code":404}
        """;
    /** The three values are "one", in Base64. */
    private static final String SECRET = """
        {"kind":"Secret","apiVersion":"v1","metadata":{"name":"olmv1-tls","namespace":"olmv1-system"},
         "data":{"ca.crt":"b25l","tls.crt":"b25l","tls.key":"b25l"}}
        """;

    private record Answer(int code, String body) {}

    @TempDir
    Path directory;

    private final Deque<Answer> answers = new ConcurrentLinkedDeque<>();
    private final List<String> waits = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            Answer answer = answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.code(), body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        server.start();
        client = ApiServerHttp.client(new ConfigBuilder()
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withAutoConfigure(false)
                .withRequestRetryBackoffLimit(0)
                .build());
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void shouldCopyTheCertificateWhenTheApiServerWasAway() throws Exception {
        // given
        answers.addAll(List.of(new Answer(503, UNAVAILABLE), new Answer(503, UNAVAILABLE), new Answer(200, SECRET)));

        // when
        copy(true);

        // then
        assertThat(Files.readString(directory.resolve("tls.crt"))).isEqualTo("one");
        assertThat(waits)
                .contains("the Secret olmv1-system/olmv1-tls cannot be read: shutting down")
                .endsWith(Readiness.STARTING);
    }

    @Test
    void shouldTakeTheCertificateOfAnotherReplicaThatWasFaster() throws Exception {
        // given
        answers.addAll(List.of(
                new Answer(404, NOT_FOUND),
                new Answer(503, UNAVAILABLE),
                new Answer(409, NOT_FOUND.replace("404", "409")),
                new Answer(200, SECRET)));

        // when
        copy(true);

        // then
        assertThat(Files.readString(directory.resolve("tls.key"))).isEqualTo("one");
        assertThat(waits).contains("the Secret olmv1-system/olmv1-tls cannot be made: shutting down");
    }

    @Test
    void shouldSayWhatItWaitsForWhenOperatorControllerHasMadeNone() throws Exception {
        // given
        answers.addAll(List.of(new Answer(404, NOT_FOUND), new Answer(200, SECRET)));

        // when
        copy(false);

        // then
        assertThat(waits).startsWith("operator-controller has not made the Secret olmv1-system/olmv1-tls yet");
    }

    /** So a process starts again after its disk became full or read-only. */
    @Test
    void shouldWriteOnlyTheFilesThatDiffer() throws Exception {
        // given
        answers.add(new Answer(200, SECRET));
        copy(false);
        Files.writeString(directory.resolve("tls.crt"), "old");
        Object certificate = file("tls.crt");
        Object key = file("tls.key");

        // when
        copy(false);

        // then
        assertThat(Files.readString(directory.resolve("tls.crt"))).isEqualTo("one");
        assertThat(file("tls.crt")).isNotEqualTo(certificate);
        assertThat(file("tls.key")).isEqualTo(key);
    }

    /** Identifies a file on the disk; a file that replaces it is another one. */
    private Object file(String name) throws IOException {
        return Files.getAttribute(directory.resolve(name), "unix:ino");
    }

    private void copy(boolean make) throws Exception {
        new CertificateSecret(
                        client,
                        "olmv1-system",
                        new OwnCertificate("olmv1-tls", directory),
                        _ -> true, // A pause that does not wait.
                        waits::add)
                .copy(make);
    }
}
