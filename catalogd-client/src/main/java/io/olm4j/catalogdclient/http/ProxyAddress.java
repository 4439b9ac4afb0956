package io.olm4j.catalogdclient.http;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import okhttp3.Credentials;

/**
 * A proxy from the environment.
 *
 * @param authorization the value of Proxy-Authorization, if the address has a user
 */
record ProxyAddress(Proxy proxy, Optional<String> authorization) {
    private static final int HTTP_PORT = 80;
    private static final int SOCKS_PORT = 1080;

    /**
     * Reads an address such as {@code http://user:password@proxy:3128} or {@code proxy:3128}.
     *
     * @param variable where it stands
     * @throws IllegalArgumentException if it can't be used; the message does not quote it, for there may be a password in it
     */
    static ProxyAddress parse(String variable, String text) {
        URI uri;
        try {
            uri = URI.create(text.contains("://") ? text : "http://" + text);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException(variable + " is no proxy address: write http://HOST:PORT");
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException(variable + " is no proxy address: write http://HOST:PORT");
        }
        Optional<String> user = Optional.ofNullable(uri.getRawUserInfo());
        return switch (uri.getScheme().toLowerCase(Locale.ROOT)) {
            case "http" ->
                new ProxyAddress(new Proxy(Proxy.Type.HTTP, address(uri, HTTP_PORT)), user.map(ProxyAddress::basic));
            case "socks5", "socks5h" -> {
                if (user.isPresent()) {
                    throw new IllegalArgumentException(
                            variable + " names a user, but only an HTTP proxy can be logged in to");
                }
                yield new ProxyAddress(new Proxy(Proxy.Type.SOCKS, address(uri, SOCKS_PORT)), Optional.empty());
            }
            default ->
                throw new IllegalArgumentException(variable + " names a proxy reached by \"" + uri.getScheme()
                        + "\", but only http and socks5 are supported");
        };
    }

    private static InetSocketAddress address(URI uri, int defaultPort) {
        return InetSocketAddress.createUnresolved(uri.getHost(), uri.getPort() < 0 ? defaultPort : uri.getPort());
    }

    private static String basic(String userInfo) {
        String[] parts = userInfo.split(":", 2);
        return Credentials.basic(decode(parts[0]), parts.length < 2 ? "" : decode(parts[1]), StandardCharsets.UTF_8);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
