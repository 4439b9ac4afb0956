package io.olm4j.catalogd;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.olm4j.testsupport.PassThrough;
import io.olm4j.testsupport.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A proxy of a registry that holds all answers until it is released. */
final class HeldRegistry implements AutoCloseable {

    private final PassThrough registry;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch asked = new CountDownLatch(1);
    private volatile CountDownLatch released = new CountDownLatch(1);

    HeldRegistry(String registry) throws IOException {
        this.registry = new PassThrough(registry);
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    boolean awaitRequest() throws InterruptedException {
        return asked.await(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS);
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
            registry.pass(exchange, exchange.getRequestBody().readAllBytes());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        release();
        server.stop(0);
        threads.shutdownNow();
        registry.close();
    }
}
