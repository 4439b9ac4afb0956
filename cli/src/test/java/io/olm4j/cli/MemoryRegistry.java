package io.olm4j.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A registry in memory on a loopback port. */
public final class MemoryRegistry implements AutoCloseable {

    private final Map<String, byte[]> content = new ConcurrentHashMap<>();
    private final Map<String, String> mediaTypes = new ConcurrentHashMap<>();
    private final HttpServer server;

    public MemoryRegistry() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v2/", this::handle);
        server.start();
    }

    /** Pushes an image and gives back the reference, by tag. */
    public String push(String repositoryAndTag, BuiltImage image) throws Exception {
        String reference = "127.0.0.1:" + server.getAddress().getPort() + "/" + repositoryAndTag;
        RegistryClient.create(RegistryOptions.defaults()).push(ImageReference.parse(reference), image);
        return reference;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            byte[] body = exchange.getRequestBody().readAllBytes();
            switch (exchange.getRequestMethod()) {
                case "POST" -> {
                    exchange.getResponseHeaders().set("Location", path + "1");
                    exchange.sendResponseHeaders(202, -1);
                }
                case "PUT" -> {
                    put(path, exchange, body);
                    exchange.sendResponseHeaders(201, -1);
                }
                default -> get(path, exchange);
            }
        }
    }

    private void put(String path, HttpExchange exchange, byte[] body) {
        if (path.contains("/uploads/")) {
            content.put(path.substring(0, path.indexOf("/uploads/") + 1) + Digest.sha256(body), body);
            return;
        }
        String byDigest = path.substring(0, path.lastIndexOf('/') + 1) + Digest.sha256(body);
        for (String name : List.of(path, byDigest)) {
            content.put(name, body);
            mediaTypes.put(name, exchange.getRequestHeaders().getFirst("Content-Type"));
        }
    }

    private void get(String path, HttpExchange exchange) throws IOException {
        byte[] stored = content.get(path);
        if (stored == null) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", mediaTypes.getOrDefault(path, "application/octet-stream"));
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(200, head ? -1 : stored.length);
        if (!head) {
            exchange.getResponseBody().write(stored);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
