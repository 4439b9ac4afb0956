package io.olm4j.process.management;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.olm4j.process.http.HttpServer;
import io.olm4j.process.http.ServerLimits;
import io.olm4j.process.tls.ReloadedTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;

/** The server of a process that answers health probes, or the one that answers scrapes. */
public final class ManagementServer implements AutoCloseable {

    private final HttpServer server;

    private ManagementServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Serves {@code /healthz} and {@code /readyz} over plain HTTP, without authorization.
     *
     * @param listen port 0 takes a free port
     * @throws IOException if the address cannot be listened on
     */
    public static ManagementServer health(InetSocketAddress listen, HealthChecks healthz, HealthChecks readyz)
            throws IOException {
        Map<String, Endpoint> endpoints = Map.of("/" + healthz.name(), healthz, "/" + readyz.name(), readyz);
        return start("health", listen, Optional.empty(), endpoints);
    }

    /**
     * Serves {@code /metrics} over HTTPS to clients with the right to read it.
     *
     * @param listen port 0 takes a free port
     * @throws IOException if the address cannot be listened on
     */
    public static ManagementServer metrics(
            InetSocketAddress listen, ReloadedTls tls, PrometheusMeterRegistry meters, MetricsAccess access)
            throws IOException {
        return start(
                "metrics", listen, Optional.of(tls), Map.of(MetricsEndpoint.PATH, new MetricsEndpoint(meters, access)));
    }

    private static ManagementServer start(
            String what, InetSocketAddress listen, Optional<ReloadedTls> tls, Map<String, Endpoint> endpoints)
            throws IOException {
        return new ManagementServer(
                HttpServer.start(what, listen, tls, ServerLimits.MANAGEMENT, new Endpoints(endpoints)));
    }

    /** The address that the server listens on. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** Ends within two seconds. */
    @Override
    public void close() {
        server.close();
    }
}
