package io.olm4j.catalogd;

import io.olm4j.catalogd.http.CatalogServer;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.StoreMetrics;
import io.olm4j.process.tls.ReloadedTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.Optional;

/**
 * The catalogs on this machine's disk, served over HTTP.
 *
 * <p>It needs no cluster: it serves the content of an earlier run at once, before {@link Catalogd} updates it.
 */
public final class CatalogService implements AutoCloseable {

    private final ContentStore contents;
    private final StoreMetrics metrics;
    private final CatalogServer server;

    private CatalogService(ContentStore contents, StoreMetrics metrics, CatalogServer server) {
        this.contents = contents;
        this.metrics = metrics;
        this.server = server;
    }

    /**
     * Starts the service; returns when it serves.
     *
     * @throws IOException if the cache directory, the address or the certificate cannot be used
     * @throws IllegalArgumentException if the TLS library supports no cipher suite or no curve of the profile
     */
    public static CatalogService start(CatalogdOptions options) throws IOException {
        Clock clock = Clock.systemUTC();
        ContentStore contents = new ContentStore(options.cacheDirectory().resolve("store"), clock);
        Optional<ReloadedTls> tls =
                options.tls().isPresent() ? Optional.of(options.tls().get().load()) : Optional.empty();
        CatalogServer server = CatalogServer.start(options.listen(), tls, contents, options.meters());
        StoreMetrics metrics = new StoreMetrics(contents, options.meters(), clock);
        metrics.refresh();
        return new CatalogService(contents, metrics, server);
    }

    /** The address at which catalogs are served. */
    public InetSocketAddress address() {
        return server.address();
    }

    boolean isSecure() {
        return server.isSecure();
    }

    ContentStore contents() {
        return contents;
    }

    StoreMetrics metrics() {
        return metrics;
    }

    /** Stops serving. The content on disk stays for the next start. */
    @Override
    public void close() {
        server.close();
    }
}
