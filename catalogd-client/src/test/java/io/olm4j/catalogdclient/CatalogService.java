package io.olm4j.catalogdclient;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.olm4j.testsupport.Gzip;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A catalog service on loopback that serves one text, by default as the original does: Last-Modified is its only
 * validator.
 */
final class CatalogService implements AutoCloseable {
    private final HttpServer server;
    private final List<Headers> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger bodies = new AtomicInteger();
    private volatile byte[] content = new byte[0];
    private volatile Instant lastModified = Instant.parse("2026-01-01T00:00:00Z");
    private volatile String etag = "";
    private volatile boolean gzip;
    private volatile int status = 200;

    CatalogService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/catalogs/test/api/v1/all", this::answer);
        server.start();
    }

    URI baseUrl() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/catalogs/test");
    }

    CatalogLocation location(String resolvedRef) {
        return new CatalogLocation("test", baseUrl(), resolvedRef);
    }

    /** The same for a ClusterCatalog. */
    CatalogLocation location(String uid, String resolvedRef) {
        return new CatalogLocation("test", uid, baseUrl(), resolvedRef);
    }

    /** Serves other content, one day younger than the former content. */
    void serve(String text) {
        content = text.getBytes(StandardCharsets.UTF_8);
        lastModified = lastModified.plusSeconds(86_400);
    }

    void serveAsOf(Instant time, String text) {
        content = text.getBytes(StandardCharsets.UTF_8);
        lastModified = time;
    }

    void useEtag(String value) {
        etag = value;
    }

    void useGzip() {
        gzip = true;
    }

    void answerWith(int newStatus) {
        status = newStatus;
    }

    /** How many times content was sent. */
    int bodies() {
        return bodies.get();
    }

    /** The headers of all requests so far. */
    List<Headers> requests() {
        return requests;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers request = exchange.getRequestHeaders();
            requests.add(request);
            Headers response = exchange.getResponseHeaders();
            String modified = DateTimeFormatter.RFC_1123_DATE_TIME.format(lastModified.atOffset(ZoneOffset.UTC));
            response.set("Last-Modified", modified);
            response.set("Content-Type", "application/jsonl");
            if (!etag.isEmpty()) {
                response.set("ETag", etag);
            }
            boolean known = etag.isEmpty()
                    ? modified.equals(request.getFirst("If-Modified-Since"))
                    : etag.equals(request.getFirst("If-None-Match"));
            if (status != 200 || known) {
                exchange.sendResponseHeaders(status != 200 ? status : 304, -1);
                return;
            }
            bodies.incrementAndGet();
            byte[] body = content;
            if (gzip) {
                response.set("Content-Encoding", "gzip");
                body = Gzip.of(body);
            }
            exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
