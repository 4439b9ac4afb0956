package io.olm4j.cli.clustercatalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.catalogdclient.CatalogLocation;
import io.olm4j.catalogdclient.Refresh;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.testsupport.Gzip;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link CatalogRoute} with an HTTP server in place of the API server. */
class CatalogRouteTest {

    private static final String BASE = "https://catalogd-service.olmv1-system.svc/catalogs/mails";
    private static final String PROXY =
            "/api/v1/namespaces/olmv1-system/services/https:catalogd-service:443/proxy/catalogs/mails/api/v1/all";
    private static final String CATALOG = """
        {"name":"mail","schema":"olm.package"}
        {"name":"mail.v1.0.0","package":"mail","schema":"olm.bundle"}
        """;

    @TempDir
    private Path cache;

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private KubernetesClient client;
    private CatalogRoute route;
    private OkHttpClient http;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        client = ApiServerHttp.clientOfCommand(new ConfigBuilder()
                .withMasterUrl(address())
                .withAutoConfigure(false)
                .withOauthToken("secret")
                .withRequestRetryBackoffLimit(0)
                .build());
        route = new CatalogRoute(client);
        http = new OkHttpClient.Builder().addInterceptor(route).build();
    }

    @AfterEach
    void stop() {
        route.close();
        client.close();
        server.stop(0);
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void shouldPassRequestsThroughTheServiceProxyAsTheUser() throws IOException {
        // given
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.getResponseHeaders().set("ETag", "\"one\"");
            answer(exchange, 200, CATALOG);
        });
        // when
        try (Response response = get(BASE + "/api/v1/all")) {
            // then
            assertThat(response.code()).isEqualTo(200);
            assertThat(response.header("ETag")).isEqualTo("\"one\"");
            assertThat(response.body().string()).isEqualTo(CATALOG);
        }
        assertThat(requests).containsExactly(PROXY + " Bearer secret");
    }

    @Test
    void shouldAskDirectlyWhenTheUrlNamesNoService() throws IOException {
        server.createContext("/catalogs/mails/api/v1/all", exchange -> answer(exchange, 200, CATALOG));

        try (Response response = get(address() + "/catalogs/mails/api/v1/all")) {
            assertThat(response.body().string()).isEqualTo(CATALOG);
        }
    }

    @Test
    void shouldFillAnIndexAndRevalidateItWhenTheCatalogIsCompressed() {
        // given
        server.createContext("/", exchange -> {
            String condition = exchange.getRequestHeaders().getFirst("If-None-Match");
            requests.add(String.valueOf(condition));
            exchange.getResponseHeaders().set("ETag", "\"one\"");
            if ("\"one\"".equals(condition)) {
                exchange.sendResponseHeaders(304, -1);
                exchange.close();
            } else {
                compressed(exchange);
            }
        });
        var location = new CatalogLocation("mails", URI.create(BASE), "");
        try (var index = new CatalogIndex(cache, http, new SimpleMeterRegistry())) {
            // when
            Refresh first = index.refresh(location);
            Refresh second = index.refresh(location);
            // then
            assertThat(first).isInstanceOf(Refresh.Updated.class);
            assertThat(second).isEqualTo(new Refresh.Unchanged());
            assertThat(index.packages("mails")).containsExactly("mail");
            assertThat(index.size("mails")).isEqualTo(CATALOG.length());
        }
        assertThat(requests).containsExactly("null", "\"one\"");
    }

    @Test
    void shouldSayWhichRightIsMissingWhenNoWayIsOpen() {
        server.createContext("/", exchange -> answer(exchange, 403, """
            {"kind":"Status","apiVersion":"v1","status":"Failure","message":"no rights here","code":403}
            """));

        assertThatThrownBy(() -> get(BASE + "/api/v1/all"))
                .isInstanceOf(IOException.class)
                .hasMessage("the API server does not pass the request on (no rights here), and no port can be forwarded"
                        + " (the API server refuses: no rights here): ask for the right to get services/proxy"
                        + " in namespace olmv1-system");
    }

    @Test
    void shouldSayThatNoReplicaIsReadyWhenTheServiceHasNoEndpoints() {
        // given
        server.createContext("/", exchange -> answer(exchange, 403, """
            {"kind":"Status","apiVersion":"v1","status":"Failure","message":"no rights here","code":403}
            """));
        server.createContext(PROXY, exchange -> answer(exchange, 503, """
            {"kind":"Status","apiVersion":"v1","status":"Failure",
             "message":"no endpoints available for service \\"https:catalogd-service:443\\"","code":503}
            """));
        try (var index = new CatalogIndex(cache, http, new SimpleMeterRegistry())) {
            // when
            Refresh refresh = index.refresh(new CatalogLocation("mails", URI.create(BASE), ""));
            // then
            assertThat(refresh).isInstanceOfSatisfying(Refresh.Failed.class, failed -> {
                assertThat(failed.message())
                        .contains("no replica of catalogd is ready: kubectl get pods -n olmv1-system"
                                + " (no endpoints available for service \"https:catalogd-service:443\";"
                                + " no port can be forwarded: the API server refuses: no rights here)");
                assertThat(failed.askAgainSoon()).isTrue();
            });
        }
    }

    @Test
    void shouldNotAskAgainSoonWhenARightIsMissing() {
        // given
        server.createContext("/", exchange -> answer(exchange, 403, """
            {"kind":"Status","apiVersion":"v1","status":"Failure","message":"no rights here","code":403}
            """));
        try (var index = new CatalogIndex(cache, http, new SimpleMeterRegistry())) {
            // when
            Refresh refresh = index.refresh(new CatalogLocation("mails", URI.create(BASE), ""));
            // then
            assertThat(refresh)
                    .isInstanceOfSatisfying(
                            Refresh.Failed.class,
                            failed -> assertThat(failed.askAgainSoon()).isFalse());
        }
    }

    @Test
    void shouldReadTheServiceFromAUrl() {
        assertThat(ServiceAddress.of(new Request.Builder().url(BASE).build().url()))
                .contains(new ServiceAddress("https", "olmv1-system", "catalogd-service", 443));
        assertThat(ServiceAddress.of(new Request.Builder()
                        .url("http://a.b.svc.cluster.local:8080/x")
                        .build()
                        .url()))
                .map(ServiceAddress::proxyPath)
                .contains("/api/v1/namespaces/b/services/http:a:8080/proxy");
        assertThat(ServiceAddress.of(new Request.Builder()
                        .url("http://127.0.0.1:8080/")
                        .build()
                        .url()))
                .isEqualTo(Optional.empty());
    }

    private Response get(String url) throws IOException {
        return http.newCall(new Request.Builder().url(url).build()).execute();
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", status == 200 ? "application/jsonl" : "application/json");
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static void compressed(HttpExchange exchange) throws IOException {
        assertThat(exchange.getRequestHeaders().getFirst("Accept-Encoding")).contains("gzip");
        byte[] body = Gzip.of(CATALOG);
        exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
