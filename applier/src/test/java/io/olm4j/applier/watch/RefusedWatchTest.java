package io.olm4j.applier.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.api.Labels;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.RestMapping;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link ManagedObjectWatches} with an API server that no longer lets a kind be watched. */
class RefusedWatchTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final ObjectRef THING = new ObjectRef("agg.example", "v1", "Thing", "ns", "x");
    private static final RestMapping THINGS =
            new RestMapping(new GroupVersionKind("agg.example", "v1", "Thing"), "things", true);
    private static final String LIST = """
            {"apiVersion": "agg.example/v1", "kind": "ThingList", "metadata": {"resourceVersion": "7"}, "items": [
             {"apiVersion": "agg.example/v1", "kind": "Thing", "metadata": {"name": "x", "namespace": "ns", "uid": "u",
              "resourceVersion": "5", "labels": {"%s": "%s"}, "ownerReferences": [
              {"apiVersion": "%s", "kind": "ClusterObjectSet", "name": "rev", "uid": "ru"}]}}]}
            """.formatted(Labels.MANAGED_BY, Labels.MANAGED_BY_OLM, OlmApi.API_VERSION);

    private final CountDownLatch refused = new CountDownLatch(1);
    private volatile int refusal;

    private void answer(HttpExchange exchange) throws IOException {
        boolean isWatch = exchange.getRequestURI().getQuery().contains("watch=true");
        if (refusal != 0) {
            exchange.sendResponseHeaders(refusal, -1);
        } else if (isWatch) {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            awaitRefusal();
        } else {
            byte[] list = LIST.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, list.length);
            exchange.getResponseBody().write(list);
        }
        exchange.close();
    }

    private void awaitRefusal() {
        try {
            refused.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    void shouldNotBelieveWhatItSawWhenTheKindCannotBeWatchedAnyMore(int code) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withOnlyHttpWatches(true)
                .withWatchReconnectInterval(10)
                .build();
        var told = new AtomicInteger();
        try (KubernetesClient client =
                        new KubernetesClientBuilder().withConfig(config).build();
                var watches = new ManagedObjectWatches(
                        client, InstantSource.system(), _ -> told.incrementAndGet(), (_, _) -> true)) {
            watches.contains("rev", "ru", List.of(THING));
            watches.watch("rev", List.of(THINGS));
            assertThat(watches.find(THING)).isPresent();

            refusal = code;
            refused.countDown();

            await().atMost(PATIENCE).until(() -> watches.find(THING).isEmpty());
            if (code == 404) {
                // The set has to find out that its kind is gone.
                await().atMost(PATIENCE).until(() -> told.get() > 0);
            }
        } finally {
            server.stop(0);
        }
    }
}
