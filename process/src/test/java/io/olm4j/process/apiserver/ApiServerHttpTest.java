package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.localcluster.LocalProxy;
import io.olm4j.proxies.Proxies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link ApiServerHttp} with an API server whose name only a proxy can resolve. */
class ApiServerHttpTest {

    private final HttpServer api;
    private final LocalProxy proxy;

    ApiServerHttpTest() throws IOException {
        api = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        proxy = LocalProxy.start(Optional.empty());
    }

    @BeforeEach
    void start() {
        api.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[] {'{', '}'});
            exchange.close();
        });
        api.start();
        proxy.admit("me", "s3cret");
    }

    @AfterEach
    void stop() {
        api.stop(0);
        proxy.close();
    }

    @Test
    void shouldReachApiServerThroughProxyOfEnvironment() {
        ask("api.test", "10.0.0.0/8, .svc");

        assertThat(proxy.requests()).containsExactly("GET http://api.test:" + port() + "/version");
    }

    @Test
    void shouldReachLoopbackDirectly() {
        ask("127.0.0.1", "");

        assertThat(proxy.requests()).isEmpty();
    }

    @Test
    void shouldReachExceptionsDirectly() {
        for (String exception : new String[] {"x, *.test", "api.test:" + port(), "*"}) {
            assertThatThrownBy(() -> ask("api.test", exception)).isInstanceOf(KubernetesClientException.class);
        }
        assertThat(proxy.requests()).isEmpty();
    }

    /**
     * Sends a request with a configuration that also contains the proxy settings that the library reads from the
     * environment.
     */
    private void ask(String host, String noProxy) {
        String url = "http://me:s3cret@127.0.0.1:" + proxy.port();
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl("http://" + host + ":" + port())
                .withHttpProxy(url)
                .withNoProxy(noProxy)
                .withRequestRetryBackoffLimit(0)
                .build();
        try (KubernetesClient client =
                new ApiServerHttp(Proxies.of(Map.of("HTTP_PROXY", url, "NO_PROXY", noProxy))).newClient(config)) {
            assertThat(client.raw("/version")).isEqualTo("{}");
        }
    }

    private int port() {
        return api.getAddress().getPort();
    }
}
