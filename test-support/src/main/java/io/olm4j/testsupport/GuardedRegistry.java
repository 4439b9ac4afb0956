package io.olm4j.testsupport;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** A private registry: a door before another registry that lets in one user with one password, by HTTP Basic. */
public final class GuardedRegistry implements AutoCloseable {

    private final PassThrough registry;
    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private volatile String wanted = "";
    private volatile boolean quotes;

    private GuardedRegistry(String registry, HttpServer server) {
        this.registry = new PassThrough(registry);
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
            registry.pass(exchange, body);
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

    @Override
    public void close() {
        server.stop(0);
        executor.close();
        registry.close();
    }
}
