package io.olm4j.controller.catalog;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.olm4j.catalogdclient.CatalogLocation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Serves one text as the content of every catalog. */
final class ContentServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger requests = new AtomicInteger();
    private volatile byte[] content = new byte[0];
    private volatile int status = 200;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    ContentServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** A package with one bundle. */
    static String packageOf(String name, String version) {
        return """
                {"defaultChannel":"stable","name":"%1$s","schema":"olm.package"}
                {"entries":[{"name":"%1$s.v%2$s"}],"name":"stable","package":"%1$s","schema":"olm.channel"}
                {"image":"example.com/%1$s:v%2$s","name":"%1$s.v%2$s","package":"%1$s","properties":[{"type":"olm.package","value":{"packageName":"%1$s","version":"%2$s"}}],"schema":"olm.bundle"}
                """.formatted(name, version);
    }

    /** A package with one bundle that provides the kind Widget of the group example.com, version v1. */
    static String providerOf(String name) {
        return packageOf(name, "1.0.0")
                .replace(
                        "\"properties\":[",
                        "\"properties\":[{\"type\":\"olm.gvk\","
                                + "\"value\":{\"group\":\"example.com\",\"kind\":\"Widget\",\"version\":\"v1\"}},");
    }

    void serve(String... packages) {
        content = String.join("", packages).getBytes(StandardCharsets.UTF_8);
    }

    void answerWith(int newStatus) {
        status = newStatus;
    }

    /** Delays every answer until the latch is at zero. */
    CountDownLatch hold() {
        gate = new CountDownLatch(1);
        return gate;
    }

    int requests() {
        return requests.get();
    }

    String baseUrl(String catalog) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/catalogs/" + catalog;
    }

    CatalogLocation location(String catalog, String digit) {
        return new CatalogLocation(catalog, URI.create(baseUrl(catalog)), image(digit));
    }

    static String image(String digit) {
        return "example.com/catalog@sha256:" + digit.repeat(64);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.incrementAndGet();
            gate.await();
            exchange.sendResponseHeaders(status, content.length);
            exchange.getResponseBody().write(content);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        gate.countDown();
        server.stop(0);
        threads.close();
    }
}
