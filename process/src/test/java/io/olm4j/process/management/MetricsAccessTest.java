package io.olm4j.process.management;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.testsupport.Patience;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests for {@link MetricsAccess} with an API server that answers late. */
class MetricsAccessTest {

    @Test
    void shouldAskTheApiServerAboutFourUnknownTokensAtOnce() throws Exception {
        // Given
        var asked = new CountDownLatch(4);
        var mayAnswer = new CountDownLatch(1);
        HttpServer api = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            api.setExecutor(threads);
            api.createContext("/", exchange -> {
                asked.countDown();
                try {
                    mayAnswer.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                byte[] answer = "{\"status\":{\"authenticated\":false}}".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(201, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            });
            api.start();
            Config config = new ConfigBuilder(Config.empty())
                    .withMasterUrl("http://127.0.0.1:" + api.getAddress().getPort())
                    .build();
            try (KubernetesClient client = ApiServerHttp.client(config)) {
                var access = new MetricsAccess(client);

                // When
                List<Future<Access>> open = IntStream.range(0, 4)
                        .mapToObj(i -> threads.submit(() -> access.of("token " + i)))
                        .toList();
                assertThat(asked.await(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();

                // Then
                assertThat(access.of("one more"))
                        .isEqualTo(new Access.Unknown("Too many questions about callers are open; try again later."));
                mayAnswer.countDown();
                for (Future<Access> one : open) {
                    assertThat(one.get()).isEqualTo(new Access.Unauthenticated());
                }
                assertThat(access.of("token 1")).as("the answer is known").isEqualTo(new Access.Unauthenticated());
            } finally {
                mayAnswer.countDown();
                api.stop(0);
            }
        }
    }
}
