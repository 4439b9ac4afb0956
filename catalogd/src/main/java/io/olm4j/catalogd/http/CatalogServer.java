package io.olm4j.catalogd.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.process.http.HttpServer;
import io.olm4j.process.http.ServerLimits;
import io.olm4j.process.tls.ReloadedTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Serves the catalogs of a store over HTTP or HTTPS, a virtual thread for each request. */
public final class CatalogServer implements AutoCloseable {

    private final HttpServer server;

    private CatalogServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts to serve.
     *
     * @param listen port 0 takes a free port
     * @param tls the key and certificate of HTTPS; empty for plain HTTP
     * @throws IOException if the address cannot be listened on
     */
    public static CatalogServer start(
            InetSocketAddress listen, Optional<ReloadedTls> tls, ContentStore store, MeterRegistry meters)
            throws IOException {
        return start(listen, tls, store, meters, ServerLimits.CONTENT, AnswerLimit.CONTENT);
    }

    static CatalogServer start(
            InetSocketAddress listen,
            Optional<ReloadedTls> tls,
            ContentStore store,
            MeterRegistry meters,
            ServerLimits limits,
            AnswerLimit answers)
            throws IOException {
        RequestHandler handler = new RequestHandler(new Replies(store), new RequestMetrics(meters), answers);
        return new CatalogServer(HttpServer.start("catalogs", listen, tls, limits, handler));
    }

    /** The address on which it listens. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** Whether it serves HTTPS. */
    public boolean isSecure() {
        return server.isSecure();
    }

    /** Refuses new requests, waits a while for running requests, then aborts them. */
    @Override
    public void close() {
        server.close();
    }
}
