package io.olm4j.catalogd;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the catalogs of a store over HTTP, a virtual thread for each request. */
public final class CatalogServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogServer.class);
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** The buckets that catalogd has. */
    private static final Duration[] BUCKETS = IntStream.of(
                    100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1200, 1600, 2000, 2400, 2800, 3200, 3600, 4000,
                    10_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final HttpServer server;
    private final ExecutorService threads;
    private final CatalogHandler catalogs;
    private final MeterRegistry meters;

    private CatalogServer(HttpServer server, ContentStore store, MeterRegistry meters) {
        this.server = server;
        this.threads = Executors.newVirtualThreadPerTaskExecutor();
        this.catalogs = new CatalogHandler(store);
        this.meters = meters;
    }

    /**
     * Starts to serve.
     *
     * @param listen port 0 takes a free port
     * @throws IOException if the address cannot be listened on
     */
    public static CatalogServer start(InetSocketAddress listen, ContentStore store, MeterRegistry meters)
            throws IOException {
        HttpServer http;
        try {
            http = HttpServer.create(listen, 0);
        } catch (IOException e) {
            throw new IOException(
                    "cannot serve catalogs on " + listen + " (" + e.getMessage() + "); choose another port", e);
        }
        CatalogServer server = new CatalogServer(http, store, meters);
        http.setExecutor(server.threads);
        http.createContext("/", server::answer);
        http.start();
        return server;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void answer(HttpExchange exchange) {
        long start = System.nanoTime();
        try (exchange) {
            route(exchange);
        } catch (IOException e) {
            LOG.debug("A client went away during {}", exchange.getRequestURI(), e);
        } catch (RuntimeException e) {
            LOG.error("Request for {} failed", exchange.getRequestURI(), e);
        } finally {
            Timer.builder("catalogd.http.request.duration")
                    .tag("code", Integer.toString(exchange.getResponseCode()))
                    .serviceLevelObjectives(BUCKETS)
                    .register(meters)
                    .record(Duration.ofNanos(System.nanoTime() - start));
        }
    }

    private void route(HttpExchange exchange) throws IOException {
        List<String> parts = List.of(exchange.getRequestURI().getPath().split("/", -1));
        if (parts.size() > 2 && parts.get(1).equals("catalogs")) {
            catalogs.handle(exchange, parts.subList(2, parts.size()));
        } else if (parts.equals(List.of("", "healthz"))) {
            Answer.text(exchange, 200, "ok");
        } else {
            Answer.status(exchange, 404);
        }
    }

    /** Refuses new requests, lets running ones end for a while, then cuts them off. */
    @Override
    public void close() {
        // HttpServer.stop would wait in vain for connections that clients closed; threads exist for running requests
        // only.
        threads.shutdown();
        try {
            if (!threads.awaitTermination(GRACE.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("Requests still run after {} s, cutting them off", GRACE.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
