package io.olm4j.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.OlmApi;
import io.olm4j.oci.tls.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * An API server of a cluster with at most one ClusterExtension: every other list is empty, every watch is silent, and
 * every write is answered with what was written.
 */
final class TrainingApiServer implements AutoCloseable {

    private static final Pattern DISCOVERED = Pattern.compile("/api(/v1)?|/apis(/[^/]+){0,2}|/version");
    private static final String NO_KINDS = "{\"groups\": [], \"versions\": [], \"resources\": []}";
    private static final String NO_OBJECTS = "{\"metadata\": {\"resourceVersion\": \"1\"}, \"items\": []}";

    /** The only object of the cluster, for commands that show extensions. */
    private static final String EXTENSIONS = """
            {"metadata": {"resourceVersion": "1"}, "items": [{
              "apiVersion": "%1$s", "kind": "%2$s",
              "metadata": {"name": "p", "uid": "u", "generation": 1, "creationTimestamp": "2026-01-01T00:00:00Z"},
              "spec": {"namespace": "p", "source": {"sourceType": "Catalog", "catalog": {"packageName": "p"}}},
              "status": {"install": {"bundle": {"name": "p.v1.0.0", "version": "1.0.0"}}, "conditions": [
                {"type": "Progressing", "status": "True", "reason": "Succeeded", "message": "m",
                 "observedGeneration": 1, "lastTransitionTime": "2026-01-01T00:00:00Z"}]}}]}
            """.formatted(OlmApi.API_VERSION, ClusterExtension.KIND);

    private static final Duration CALM = Duration.ofSeconds(2);

    private final HttpServer server;
    private final boolean withExtension;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicLong lastRequest = new AtomicLong(System.nanoTime());

    private TrainingApiServer(HttpServer server, boolean withExtension) {
        this.server = server;
        this.withExtension = withExtension;
    }

    /**
     * Starts it with a certificate for {@code localhost}.
     *
     * @param withExtension whether there is one ClusterExtension, for commands that show extensions
     * @throws Exception if no port can be had, or the files cannot be read
     */
    static TrainingApiServer start(Path certificate, Path key, boolean withExtension) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls(certificate, key)));
        TrainingApiServer api = new TrainingApiServer(server, withExtension);
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
                clusters: [{name: c, cluster: {server: "https://localhost:%d", certificate-authority: "%s"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                current-context: x
                """.formatted(server.getAddress().getPort(), authority);
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
                send(exchange, body);
            } else {
                send(exchange, answer(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String answer(String path) {
        if (DISCOVERED.matcher(path).matches()) {
            return NO_KINDS;
        }
        return withExtension && path.endsWith("/clusterextensions") ? EXTENSIONS : NO_OBJECTS;
    }

    private static void send(HttpExchange exchange, byte[] body) throws IOException {
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
