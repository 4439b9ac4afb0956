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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void shouldReachApiServerOfCommandThroughProxyUrl(@TempDir Path directory) throws IOException {
        // TLS fails behind the proxy, because the server has none.
        Config config = kubeconfig(directory, "https://api.test:" + port(), proxyUrl());

        try (KubernetesClient client = ApiServerHttp.clientOfCommand(config)) {
            assertThatThrownBy(() -> client.raw("/version")).isInstanceOf(KubernetesClientException.class);
        }
        assertThat(proxy.requests()).first().asString().contains("api.test:" + port());
    }

    @Test
    void shouldReachLoopbackThroughProxyUrlOnly(@TempDir Path directory) throws IOException {
        Config through = kubeconfig(directory, "http://127.0.0.1:" + port(), proxyUrl());
        try (KubernetesClient client = ApiServerHttp.clientOfCommand(through)) {
            assertThat(client.raw("/version")).isEqualTo("{}");
        }
        assertThat(proxy.requests()).hasSize(1);

        // The library takes ALL_PROXY for this.
        Config direct = new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + port())
                .withHttpProxy(proxyUrl())
                .build();
        try (KubernetesClient client = ApiServerHttp.clientOfCommand(direct)) {
            assertThat(client.raw("/version")).isEqualTo("{}");
        }
        assertThat(proxy.requests()).hasSize(1);
    }

    @Test
    void shouldNotUseTheProxyThatTheLibraryTakesFromAllProxy() {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + port())
                .withHttpProxy(proxyUrl())
                .build();

        try (KubernetesClient client = new ApiServerHttp(Proxies.of(Map.of())).newClient(config)) {
            assertThat(client.raw("/version")).isEqualTo("{}");
        }
        assertThat(proxy.requests()).isEmpty();
    }

    @Test
    void shouldRefuseProxyUrlThatCannotBeUsed(@TempDir Path directory) throws IOException {
        Config config = kubeconfig(directory, "https://api.test", "http://secret@:x");

        assertThatThrownBy(() -> ApiServerHttp.clientOfCommand(config))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessage("proxy-url is not a proxy address: write http://HOST:PORT");
    }

    private static Config kubeconfig(Path directory, String server, String proxyUrl) throws IOException {
        Path file = Files.writeString(directory.resolve("kubeconfig"), """
            apiVersion: v1
            kind: Config
            current-context: test
            contexts: [{name: test, context: {cluster: test, user: test}}]
            clusters: [{name: test, cluster: {server: "%s", proxy-url: "%s"}}]
            users: [{name: test, user: {token: none}}]
            """.formatted(server, proxyUrl));
        Config config = Config.fromKubeconfig(null, file.toFile());
        config.setRequestRetryBackoffLimit(0);
        return config;
    }

    private String proxyUrl() {
        return "http://me:s3cret@127.0.0.1:" + proxy.port();
    }

    /**
     * Sends a request with a configuration that also contains the proxy settings that the library reads from the
     * environment.
     */
    private void ask(String host, String noProxy) {
        String url = proxyUrl();
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
