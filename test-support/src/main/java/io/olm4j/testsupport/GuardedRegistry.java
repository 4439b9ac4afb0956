package io.olm4j.testsupport;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A private registry: a door before another registry that lets in one user with one password, by HTTP Basic. */
public final class GuardedRegistry implements AutoCloseable {

    /** What a registry needs to be told, and to tell. */
    private static final List<String> PASSED_ON = List.of("Accept", "Content-Type", "Range");

    private static final List<String> PASSED_BACK =
            List.of("Content-Type", "Docker-Content-Digest", "Location", "ETag", "Content-Range");

    private final String registry;
    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newHttpClient();
    private volatile String wanted = "";
    private volatile boolean quotes;

    private GuardedRegistry(String registry, HttpServer server) {
        this.registry = registry;
        this.server = server;
    }

    /**
     * Opens the door on a free port of the loopback interface; no user may enter yet.
     *
     * @param registry {@code host:port} of the registry behind it, which speaks plain HTTP
     * @param tls makes it speak HTTPS
     * @throws IOException if there is no port to be had
     */
    public static GuardedRegistry before(String registry, Optional<SSLContext> tls) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
        HttpServer server;
        if (tls.isPresent()) {
            HttpsServer secure = HttpsServer.create(address, 0);
            secure.setHttpsConfigurator(new HttpsConfigurator(tls.get()));
            server = secure;
        } else {
            server = HttpServer.create(address, 0);
        }
        GuardedRegistry guarded = new GuardedRegistry(registry, server);
        server.setExecutor(guarded.executor);
        server.createContext("/", guarded::answer);
        server.start();
        return guarded;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** {@code 127.0.0.1:port}. */
    public String host() {
        return "127.0.0.1:" + port();
    }

    /** From now on admits only this user. */
    public void admit(String username, String password) {
        byte[] pair = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
        wanted = "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    /** From now on a refusal quotes the credentials that were sent, as no registry should. */
    public void quoteRefusedCredentials() {
        quotes = true;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String sent = exchange.getRequestHeaders().getFirst("Authorization");
            if (!wanted.equals(sent)) {
                refuse(exchange, sent != null && quotes ? sent : "");
                return;
            }
            passOn(exchange, body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void refuse(HttpExchange exchange, String quote) throws IOException {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"guarded\"");
        if (quote.isEmpty()) {
            exchange.sendResponseHeaders(401, -1);
            return;
        }
        byte[] body = "{\"errors\":[{\"code\":\"UNAUTHORIZED\",\"message\":\"nobody has %s\"}]}"
                .formatted(quote)
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(401, body.length);
        exchange.getResponseBody().write(body);
    }

    private void passOn(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + registry + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
        for (String name : PASSED_ON) {
            Optional.ofNullable(exchange.getRequestHeaders().get(name))
                    .ifPresent(values -> values.forEach(value -> request.header(name, value)));
        }
        HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
        for (String name : PASSED_BACK) {
            response.headers()
                    .allValues(name)
                    .forEach(value -> exchange.getResponseHeaders().add(name, value));
        }
        try (InputStream in = response.body()) {
            byte[] content = in.readAllBytes();
            exchange.sendResponseHeaders(response.statusCode(), content.length == 0 ? -1 : content.length);
            exchange.getResponseBody().write(content);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        executor.close();
        client.close();
    }
}
