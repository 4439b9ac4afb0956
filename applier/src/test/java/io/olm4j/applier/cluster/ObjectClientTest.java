package io.olm4j.applier.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests for {@link ObjectClient} with an API server that fails. */
class ObjectClientTest {

    private static final RestMapping CONFIG_MAPS =
            new RestMapping(new GroupVersionKind("", "v1", "ConfigMap"), "configmaps", true);

    private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();
    private final List<String> tokensSeen = new CopyOnWriteArrayList<>();
    private final List<Thread> askedOn = new CopyOnWriteArrayList<>();

    private int padding;

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .build())
                .build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        tokensSeen.add(exchange.getRequestHeaders().getFirst("Authorization"));
        byte[] body = ("{\"metadata\": {\"name\": \"a\"" + " ".repeat(padding) + "}}").getBytes(UTF_8);
        exchange.sendResponseHeaders(answers.remove(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private String newToken() {
        askedOn.add(Thread.currentThread());
        return "t-" + askedOn.size();
    }

    /** The library repeats requests of all clients on one thread: a request that waits there for a token blocks all. */
    @Test
    void shouldAskForATokenOnTheThreadOfTheCallerOnlyAndRepeatARequestWithIt() {
        answers.addAll(List.of(503, 200));

        assertThat(ObjectClient.of(client).withToken(this::newToken).get(CONFIG_MAPS, "default", "a"))
                .isPresent();

        assertThat(tokensSeen).containsExactly("Bearer t-1", "Bearer t-1");
        assertThat(askedOn).containsExactly(Thread.currentThread());
    }

    @Test
    void shouldAskForATokenBeforeEachRequest() {
        answers.addAll(List.of(200, 200));
        ObjectClient acting = ObjectClient.of(client).withToken(this::newToken);

        assertThat(acting.get(CONFIG_MAPS, "default", "a")).isPresent();
        assertThat(acting.get(CONFIG_MAPS, "default", "a")).isPresent();

        assertThat(tokensSeen).containsExactly("Bearer t-1", "Bearer t-2");
    }

    @Test
    void shouldSendNothingWithoutAToken() {
        ObjectClient acting = ObjectClient.of(client).withToken(() -> {
            throw new KubernetesClientException("not today");
        });

        assertThatThrownBy(() -> acting.get(CONFIG_MAPS, "default", "a"))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("no token was issued: not today");
        assertThat(tokensSeen).isEmpty();
    }

    @Test
    void shouldReadTheLargestObjectsAndNoLongerAnswer() {
        answers.addAll(List.of(200, 200, 200, 422));
        ObjectClient objects = ObjectClient.of(client);
        padding = 15 << 20;

        assertThat(objects.get(CONFIG_MAPS, "default", "a"))
                .hasValueSatisfying(object ->
                        assertThat(object.at("/metadata/name").asText()).isEqualTo("a"));

        padding = 17 << 20;

        assertThatThrownBy(() -> objects.get(CONFIG_MAPS, "default", "a"))
                .isInstanceOf(ApiException.class)
                .hasMessage("the answer of the API server is longer than 16 MiB");
        assertThat(objects.read("/apis/a.example.com/v1")).isPresent();
        assertThatThrownBy(() -> objects.listMetadata("/apis/a.example.com/v1/gadgets", _ -> {}))
                .isInstanceOf(ApiException.class)
                .hasMessage("the answer of the API server is longer than 16 MiB");
    }
}
