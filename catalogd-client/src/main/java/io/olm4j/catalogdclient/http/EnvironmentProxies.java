package io.olm4j.catalogdclient.http;

import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import okhttp3.Authenticator;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.Route;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the proxy that {@code HTTP_PROXY}, {@code HTTPS_PROXY} and {@code NO_PROXY} name, by Go's rules, and logs in to it.
 */
final class EnvironmentProxies extends ProxySelector implements Authenticator {
    private static final String AUTHORIZATION = "Proxy-Authorization";

    private final Optional<ProxyAddress> http;
    private final Optional<ProxyAddress> https;
    private final ProxyExceptions exceptions;

    private EnvironmentProxies(Optional<ProxyAddress> http, Optional<ProxyAddress> https, ProxyExceptions exceptions) {
        this.http = http;
        this.https = https;
        this.exceptions = exceptions;
    }

    /** @throws IllegalArgumentException if a proxy's address can't be used; the message says why */
    static EnvironmentProxies of(Map<String, String> environment) {
        return new EnvironmentProxies(
                proxy(environment, "HTTP_PROXY"),
                proxy(environment, "HTTPS_PROXY"),
                new ProxyExceptions(value(environment, "NO_PROXY")));
    }

    private static Optional<ProxyAddress> proxy(Map<String, String> environment, String variable) {
        String value = value(environment, variable);
        return value.isEmpty() ? Optional.empty() : Optional.of(ProxyAddress.parse(variable, value));
    }

    private static String value(Map<String, String> environment, String variable) {
        return Stream.of(variable, variable.toLowerCase(Locale.ROOT))
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
    }

    @Override
    public List<Proxy> select(URI uri) {
        Optional<ProxyAddress> proxy = "https".equalsIgnoreCase(uri.getScheme()) ? https : http;
        return List.of(proxy.filter(_ -> !exceptions.cover(uri))
                .map(ProxyAddress::proxy)
                .orElse(Proxy.NO_PROXY));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
        // There is no other proxy to go to, and the failure reaches the caller.
    }

    @Override
    public @Nullable Request authenticate(@Nullable Route route, Response response) {
        if (route == null || response.request().header(AUTHORIZATION) != null) {
            return null;
        }
        return Stream.of(http, https)
                .flatMap(Optional::stream)
                .filter(known -> known.proxy().equals(route.proxy()))
                .flatMap(known -> known.authorization().stream())
                .findFirst()
                .map(authorization -> response.request()
                        .newBuilder()
                        .header(AUTHORIZATION, authorization)
                        .build())
                .orElse(null);
    }
}
