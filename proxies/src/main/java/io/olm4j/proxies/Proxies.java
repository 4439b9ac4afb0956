package io.olm4j.proxies;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.OkHttpClient;

/**
 * The proxies that {@code HTTP_PROXY}, {@code HTTPS_PROXY} and {@code NO_PROXY} name, chosen by Go's rules, or one
 * proxy for everything.
 *
 * @see <a href="https://pkg.go.dev/golang.org/x/net/http/httpproxy">the rules</a>
 */
public final class Proxies extends ProxySelector {
    private final Optional<ProxyAddress> http;
    private final Optional<ProxyAddress> https;
    private final Predicate<URI> exceptions;
    private final String advice;

    private Proxies(
            Optional<ProxyAddress> http, Optional<ProxyAddress> https, Predicate<URI> exceptions, String advice) {
        this.http = http;
        this.https = https;
        this.exceptions = exceptions;
        this.advice = advice;
    }

    /**
     * Reads the variables, in capitals or else in small letters.
     *
     * @throws IllegalArgumentException if a proxy's address cannot be used; the message says why, and quotes nothing
     */
    public static Proxies of(Map<String, String> environment) {
        return new Proxies(
                proxy(environment, "HTTP_PROXY"),
                proxy(environment, "HTTPS_PROXY"),
                new ProxyExceptions(value(environment, "NO_PROXY"))::cover,
                "check the proxy, or name the host in NO_PROXY");
    }

    /**
     * One proxy for everything, loopback too.
     *
     * @param setting where the address stands, for messages
     * @throws IllegalArgumentException if the address cannot be used; the message says why, and quotes nothing
     */
    public static Proxies always(String setting, String address) {
        Optional<ProxyAddress> proxy = Optional.of(ProxyAddress.parse(setting, address));
        return new Proxies(proxy, proxy, _ -> false, "check the proxy");
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

    /**
     * The same client, but it goes through the proxies; where one gives no connection, its calls fail with a
     * {@link ProxyException}. What a client made from it trusts has no influence on which proxies are trusted.
     *
     * @param tls for the connections to proxies that are reached over TLS; asked at each of them
     */
    public OkHttpClient through(OkHttpClient client, Supplier<SSLSocketFactory> tls) {
        ProxyLogin login = new ProxyLogin(this);
        return client.newBuilder()
                .proxySelector(this)
                .proxyAuthenticator(login)
                .addNetworkInterceptor(login)
                .addInterceptor(new ProxyFailures(this))
                .socketFactory(new ProxySockets(this, tls))
                .build();
    }

    @Override
    public List<Proxy> select(URI uri) {
        return List.of(choose(uri).map(ProxyAddress::proxy).orElse(Proxy.NO_PROXY));
    }

    Optional<ProxyAddress> choose(URI uri) {
        Optional<ProxyAddress> proxy = "https".equalsIgnoreCase(uri.getScheme()) ? https : http;
        return proxy.filter(_ -> !exceptions.test(uri));
    }

    Optional<ProxyAddress> https() {
        return https;
    }

    /** What to do if a proxy gives no connection. */
    String advice() {
        return advice;
    }

    /** Whether there is no proxy. */
    public boolean areNone() {
        return http.isEmpty() && https.isEmpty();
    }

    /** Those that there are, at most two. */
    Stream<ProxyAddress> all() {
        return Stream.of(http, https).flatMap(Optional::stream).distinct();
    }

    Optional<ProxyAddress> at(SocketAddress address) {
        return address instanceof InetSocketAddress internet
                ? all().filter(known -> known.isAt(internet)).findFirst()
                : Optional.empty();
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {
        // There is no other proxy to go to, and the failure reaches the caller.
    }
}
