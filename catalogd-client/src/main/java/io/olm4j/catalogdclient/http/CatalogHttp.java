package io.olm4j.catalogdclient.http;

import io.olm4j.proxies.Proxies;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;

/** Makes the HTTP client for catalog services. */
public final class CatalogHttp {
    private static final Duration CONNECT = Duration.ofSeconds(10);

    /**
     * The longest wait between two bytes. The original catalogd delays its readers while it stores another catalog; 21
     * s were observed.
     */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    /** The longest time from the request to the last byte, as in the original. */
    private static final Duration CALL = Duration.ofMinutes(5);

    private CatalogHttp() {}

    /**
     * Creates a client. It uses no connection twice, so that a service with several replicas gives the next request to
     * another replica and a changed CA counts at once.
     *
     * @param authorities a directory of PEM files that are trusted in addition to the platform's CAs, also for proxies;
     *     it is read again when it changes
     * @param environment the environment of the process, for {@code HTTP_PROXY}, {@code HTTPS_PROXY} and {@code
     *     NO_PROXY}
     * @throws IOException if the directory cannot be listed
     * @throws IllegalArgumentException if a proxy's address cannot be used; the message says why
     */
    public static OkHttpClient create(Optional<Path> authorities, Map<String, String> environment) throws IOException {
        Proxies proxies = Proxies.of(environment);
        OkHttpClient.Builder client = new OkHttpClient.Builder()
                .protocols(List.of(Protocol.HTTP_1_1))
                .connectTimeout(CONNECT)
                .readTimeout(SILENCE)
                .callTimeout(CALL)
                // A redirect must not lead from a verified server to an unverified one.
                .followSslRedirects(false)
                .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS));
        if (authorities.isPresent()) {
            trust(client, new DirectoryTrustManager(authorities.get()));
        }
        OkHttpClient direct = client.build();
        return proxies.through(direct, direct::sslSocketFactory);
    }

    private static void trust(OkHttpClient.Builder client, DirectoryTrustManager trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
            // A resumed session is not checked again.
            context.getClientSessionContext().setSessionTimeout(1);
            client.sslSocketFactory(context.getSocketFactory(), trust);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has TLS", e);
        }
    }
}
