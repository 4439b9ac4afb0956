package io.olm4j.proxies;

import java.io.IOException;
import java.net.Proxy;
import java.util.Optional;
import okhttp3.Authenticator;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.Route;
import org.jspecify.annotations.Nullable;

/**
 * Logs in to proxies, beginning with the first request.
 *
 * <p>Only requests to the proxy itself get the header. Otherwise, after a redirect, it would reach another server.
 */
final class ProxyLogin implements Authenticator, Interceptor {
    private static final String AUTHORIZATION = "Proxy-Authorization";
    private static final int WANTS_LOGIN = 407;

    private final Proxies proxies;

    ProxyLogin(Proxies proxies) {
        this.proxies = proxies;
    }

    /** Answers for the request that asks for a tunnel, before it is sent and when it is refused. */
    @Override
    public @Nullable Request authenticate(@Nullable Route route, Response response) throws IOException {
        Optional<ProxyAddress> proxy = route == null ? Optional.empty() : proxy(route.proxy());
        Request request = response.request();
        Optional<String> login = proxy.flatMap(ProxyAddress::authorization);
        if (request.method().equals("CONNECT") && login.isPresent() && request.header(AUTHORIZATION) == null) {
            return request.newBuilder().header(AUTHORIZATION, login.get()).build();
        }
        if (proxy.isPresent() && isReal(response)) {
            throw new ProxyException(
                    "the proxy " + proxy.get().name()
                            + " requires a user and a password, or refused those that it received",
                    false);
        }
        return null;
    }

    /** Before the first request the client calls this with an answer that no proxy sent. */
    private static boolean isReal(Response response) {
        return response.code() == WANTS_LOGIN
                && response.challenges().stream()
                        .noneMatch(challenge -> challenge.scheme().equalsIgnoreCase("OkHttp-Preemptive"));
    }

    /** Logs in with a request that the proxy reads itself, since it is not encrypted. */
    @Override
    public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        Connection connection = chain.connection();
        if (request.isHttps() || connection == null) {
            return chain.proceed(request);
        }
        Optional<String> login = proxy(connection.route().proxy()).flatMap(ProxyAddress::authorization);
        return chain.proceed(login.map(value ->
                        request.newBuilder().header(AUTHORIZATION, value).build())
                .orElse(request));
    }

    private Optional<ProxyAddress> proxy(Proxy used) {
        return proxies.all().filter(known -> known.proxy().equals(used)).findFirst();
    }
}
