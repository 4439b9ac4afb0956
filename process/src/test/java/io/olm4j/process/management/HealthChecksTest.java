package io.olm4j.process.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link HealthChecks} over HTTP. */
class HealthChecksTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final HttpClient client = HttpClient.newHttpClient();
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();
    private Optional<String> caches = Optional.empty();
    private ManagementServer server;

    @BeforeEach
    void start() throws IOException {
        Map<String, HealthCheck> live = new LinkedHashMap<>();
        live.put("hangs", () -> {
            asked.incrementAndGet();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Optional.empty();
        });
        Map<String, HealthCheck> ready = new LinkedHashMap<>();
        ready.put("caches", () -> caches);
        ready.put("catalog-server", Optional::empty);
        server = ManagementServer.health(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                HealthChecks.healthz(live),
                // These checks do not hang: on a busy machine they may take longer than a probe waits.
                HealthChecks.of("readyz", ready, PATIENCE));
    }

    @AfterEach
    void stop() {
        never.countDown();
        server.close();
        client.close();
    }

    @Test
    void shouldSayOkWhenAllIsWell() throws Exception {
        assertAnswer("/readyz", 200, "ok\n");
        assertAnswer("/readyz/", 200, "ok\n");
        assertAnswer("/readyz/caches", 200, "ok\n");
        assertAnswer("/readyz?verbose", 200, "[+]ping ok\n[+]caches ok\n[+]catalog-server ok\nreadyz check passed\n");
    }

    @Test
    void shouldNameWhatFailedAndWhy() throws Exception {
        // Given
        caches = Optional.of("the cache of ClusterCatalogs is not filled");

        // Then
        assertAnswer("/readyz", 500, """
                [+]ping ok
                [-]caches failed: the cache of ClusterCatalogs is not filled
                [+]catalog-server ok
                readyz check failed
                """);
        assertAnswer("/readyz/caches", 500, "internal server error: the cache of ClusterCatalogs is not filled\n");
        assertAnswer("/readyz/catalog-server", 200, "ok\n");
        assertAnswer("/readyz?exclude=caches", 200, "ok\n");
        assertAnswer("/readyz?verbose&exclude=caches&exclude=nothing", 200, """
                [+]ping ok
                [+]caches excluded: ok
                [+]catalog-server ok
                warn: some health checks cannot be excluded: no matches for "nothing"
                readyz check passed
                """);
    }

    @Test
    void shouldNotWaitForCheckThatHangsNorRunItTwice() throws Exception {
        for (int i = 0; i < 2; i++) {
            // On a busy machine ping may not answer in 1 s either.
            await().atMost(PATIENCE).untilAsserted(() -> assertAnswer("/healthz", 500, """
                    [+]ping ok
                    [-]hangs failed: did not answer in 1 s
                    healthz check failed
                    """));
        }
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(asked).hasValue(1));
        await().atMost(PATIENCE).untilAsserted(() -> assertAnswer("/healthz/ping", 200, "ok\n"));
    }

    @Test
    void shouldRefuseWhatIsNotThere() throws Exception {
        assertAnswer("/", 404, "404 Not Found\n");
        assertAnswer("/metrics", 404, "404 Not Found\n");
        assertAnswer("/readyzz", 404, "404 Not Found\n");
        assertAnswer("/readyz/other", 404, "404 Not Found: the checks are ping, caches, catalog-server\n");
        HttpRequest post = HttpRequest.newBuilder(uri("/readyz"))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(client.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(405);
    }

    private void assertAnswer(String path, int status, String body) throws Exception {
        HttpResponse<String> response =
                client.send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.body()).isEqualTo(body);
        assertThat(response.statusCode()).isEqualTo(status);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.address().getPort() + path);
    }
}
