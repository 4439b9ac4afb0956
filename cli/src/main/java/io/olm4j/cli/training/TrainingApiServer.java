package io.olm4j.cli.training;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.OlmApi;
import io.olm4j.oci.tls.Pem;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * An API server of a cluster with one ClusterExtension and one ClusterCatalog, or with neither: every other list is
 * empty, every watch is silent, and every write is answered with what was written.
 */
final class TrainingApiServer implements AutoCloseable {

    private static final Pattern DISCOVERED = Pattern.compile("/api(/v1)?|/apis(/[^/]+){0,2}|/version");
    private static final String NO_KINDS = "{\"groups\": [], \"versions\": [], \"resources\": []}";
    private static final String KINDS = """
            {"kind": "APIResourceList", "groupVersion": "%s", "resources": [
              {"name": "clusterextensions", "kind": "%s", "namespaced": false, "verbs": ["get", "list", "patch"]},
              {"name": "clustercatalogs", "kind": "%s", "namespaced": false, "verbs": ["get", "list", "patch"]}]}
            """.formatted(OlmApi.API_VERSION, ClusterExtension.KIND, ClusterCatalog.KIND);
    private static final String NO_OBJECTS = "{\"metadata\": {\"resourceVersion\": \"1\"}, \"items\": []}";

    private static final String EXTENSION = """
            {"apiVersion": "%1$s", "kind": "%2$s",
              "metadata": {"name": "p", "uid": "u", "generation": 1, "creationTimestamp": "2026-01-01T00:00:00Z"},
              "spec": {"namespace": "p", "serviceAccount": {"name": "p"},
                "source": {"sourceType": "Catalog", "catalog": {"packageName": "p"}}},
              "status": {"install": {"bundle": {"name": "p.v1.0.0", "version": "1.0.0"}}, "conditions": [
                {"type": "Progressing", "status": "True", "reason": "Succeeded", "message": "m",
                 "observedGeneration": 1, "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
            """.formatted(OlmApi.API_VERSION, ClusterExtension.KIND);

    private static final String CATALOG = """
            {"apiVersion": "%1$s", "kind": "%2$s",
              "metadata": {"name": "c", "uid": "v", "generation": 1, "creationTimestamp": "2026-01-01T00:00:00Z"},
              "spec": {"source": {"type": "Image", "image": {"ref": "127.0.0.1:1/c:v1"}}},
              "status": {"urls": {"base": "https://catalogd-service.olmv1-system.svc/catalogs/c"},
                "resolvedSource": {"type": "Image", "image": {"ref": "127.0.0.1:1/c@sha256:%3$s"}},
                "conditions": [{"type": "Serving", "status": "True", "reason": "Available", "message": "m",
                  "observedGeneration": 1, "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}
            """.formatted(OlmApi.API_VERSION, ClusterCatalog.KIND, "0".repeat(64));

    private static final Duration CALM = Duration.ofSeconds(2);

    private final HttpServer server;
    private final Optional<String> content;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicLong lastRequest = new AtomicLong(System.nanoTime());

    private TrainingApiServer(HttpServer server, Optional<String> content) {
        this.server = server;
        this.content = content;
    }

    /**
     * Starts it with a certificate for {@code localhost}.
     *
     * @param content the content of the ClusterCatalog; the cluster has no objects if it is empty
     * @throws Exception if no port is free, or the files cannot be read
     */
    static TrainingApiServer start(Path certificate, Path key, Optional<String> content) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls(certificate, key)));
        TrainingApiServer api = new TrainingApiServer(server, content);
        server.setExecutor(api.threads);
        server.createContext("/", api::answer);
        server.start();
        return api;
    }

    private static SSLContext tls(Path certificate, Path key) throws Exception {
        char[] password = {};
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, password);
        store.setKeyEntry(
                "k",
                Pem.privateKey(key),
                password,
                Pem.certificates(certificate).toArray(Certificate[]::new));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    String kubeconfig(Path authority) {
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - cluster:
                    certificate-authority: "%s"
                    server: https://localhost:%d
                  name: c
                contexts:
                - context:
                    cluster: c
                    user: u
                  name: x
                current-context: x
                users:
                - name: u
                  user:
                    token: t
                """.formatted(authority, server.getAddress().getPort());
    }

    /** Returns when there was no request for some seconds, or the time is over. */
    void awaitCalm(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long rest = CALM.toNanos(); rest > 0 && System.nanoTime() < end; ) {
            TimeUnit.NANOSECONDS.sleep(rest);
            rest = lastRequest.get() + CALM.toNanos() - System.nanoTime();
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        lastRequest.set(System.nanoTime());
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String query = String.valueOf(exchange.getRequestURI().getQuery());
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            if (query.contains("watch=true")) {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().flush();
                closed.await();
            } else if (body.length > 0) {
                send(exchange, HttpURLConnection.HTTP_OK, body);
            } else {
                String path = exchange.getRequestURI().getPath();
                send(
                        exchange,
                        isAbsent(path) ? HttpURLConnection.HTTP_NOT_FOUND : HttpURLConnection.HTTP_OK,
                        answer(path).getBytes(StandardCharsets.UTF_8));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String answer(String path) {
        if (DISCOVERED.matcher(path).matches()) {
            return content.isPresent() && path.equals("/apis/" + OlmApi.API_VERSION) ? KINDS : NO_KINDS;
        }
        return content.flatMap(catalog -> object(path, catalog)).orElse(NO_OBJECTS);
    }

    private static Optional<String> object(String path, String content) {
        return switch (path.replaceFirst(".*/(clusterextensions|clustercatalogs|proxy)", "$1")) {
            case "clusterextensions" -> Optional.of(list(EXTENSION));
            case "clusterextensions/p" -> Optional.of(EXTENSION);
            case "clustercatalogs" -> Optional.of(list(CATALOG));
            case "clustercatalogs/c" -> Optional.of(CATALOG);
            case "proxy/catalogs/c/api/v1/all" -> Optional.of(content);
            default -> Optional.empty();
        };
    }

    private static String list(String item) {
        return "{\"metadata\": {\"resourceVersion\": \"1\"}, \"items\": [" + item + "]}";
    }

    /** Whether it is the name of an extension or a catalog that a command would create, or of a Deployment. */
    private static boolean isAbsent(String path) {
        return path.endsWith("/clusterextensions/q")
                || path.endsWith("/clustercatalogs/d")
                || path.contains("/deployments/");
    }

    private static void send(HttpExchange exchange, int code, byte[] body) throws IOException {
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
