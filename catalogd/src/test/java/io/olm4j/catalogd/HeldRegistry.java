package io.olm4j.catalogd;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A proxy of a registry that holds all answers until it is released. */
final class HeldRegistry implements AutoCloseable {

    private static final List<String> REQUEST_HEADERS = List.of("Accept", "Range");
    private static final List<String> ANSWER_HEADERS =
            List.of("Content-Type", "Docker-Content-Digest", "Content-Range", "ETag");

    private final String registry;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch asked = new CountDownLatch(1);
    private volatile CountDownLatch released = new CountDownLatch(1);

    HeldRegistry(String registry) throws IOException {
        this.registry = registry;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    boolean awaitRequest() throws InterruptedException {
        return asked.await(30, TimeUnit.SECONDS);
    }

    /** The number of requests so far. */
    int requests() {
        return requests.get();
    }

    void release() {
        released.countDown();
    }

    /** Holds all further answers, until the next release. */
    void hold() {
        released = new CountDownLatch(1);
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        asked.countDown();
        try (exchange) {
            released.await();
            HttpRequest.Builder request = HttpRequest.newBuilder(
                            URI.create("http://" + registry + exchange.getRequestURI()))
                    .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.noBody());
            for (String header : REQUEST_HEADERS) {
                exchange.getRequestHeaders()
                        .getOrDefault(header, List.of())
                        .forEach(value -> request.header(header, value));
            }
            HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
            for (String header : ANSWER_HEADERS) {
                answer.headers()
                        .firstValue(header)
                        .ifPresent(value -> exchange.getResponseHeaders().set(header, value));
            }
            byte[] body = answer.body();
            exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        release();
        server.stop(0);
        threads.shutdownNow();
        client.close();
    }
}
