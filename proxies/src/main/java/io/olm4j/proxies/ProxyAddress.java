package io.olm4j.proxies;

import java.net.InetAddress;
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
 * @param tls whether it is talked to over TLS
 * @param authorization the value of Proxy-Authorization, if the address has a user
 */
record ProxyAddress(Proxy proxy, boolean tls, Optional<String> authorization) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int SOCKS_PORT = 1080;

    /**
     * Reads an address such as {@code http://user:password@proxy:3128} or {@code proxy:3128}.
     *
     * @param variable where it stands
     * @throws IllegalArgumentException if it cannot be used; the message does not quote it, for there may be a password
     *     in it
     */
    static ProxyAddress parse(String variable, String text) {
        URI uri;
        try {
            uri = URI.create(text.contains("://") ? text : "http://" + text);
        } catch (IllegalArgumentException _) {
            throw noAddress(variable);
        }
        if (uri.getHost() == null || uri.getPort() > 0xffff) {
            throw noAddress(variable);
        }
        Optional<String> user = Optional.ofNullable(uri.getRawUserInfo()).map(info -> basic(variable, info));
        return switch (uri.getScheme().toLowerCase(Locale.ROOT)) {
            case "http" -> new ProxyAddress(new Proxy(Proxy.Type.HTTP, address(uri, HTTP_PORT)), false, user);
            case "https" -> new ProxyAddress(new Proxy(Proxy.Type.HTTP, address(uri, HTTPS_PORT)), true, user);
            case "socks5", "socks5h" -> {
                if (user.isPresent()) {
                    throw new IllegalArgumentException(
                            variable + " names a user, but only an HTTP proxy can be logged in to");
                }
                yield new ProxyAddress(new Proxy(Proxy.Type.SOCKS, address(uri, SOCKS_PORT)), false, Optional.empty());
            }
            // What stands before "://" may be a part of a password.
            default ->
                throw new IllegalArgumentException(variable
                        + " names a proxy that is not reached by http, https or socks5; no other is supported");
        };
    }

    /** {@code HOST:PORT}, for messages. */
    String name() {
        return address().getHostString() + ":" + address().getPort();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) proxy.address();
    }

    /** Whether a connection to this address is one to the proxy. */
    boolean isAt(InetSocketAddress other) {
        return proxy.type() == Proxy.Type.HTTP
                && other.getPort() == address().getPort()
                && other.getHostString().equalsIgnoreCase(address().getHostString());
    }

    private static IllegalArgumentException noAddress(String variable) {
        return new IllegalArgumentException(variable + " is not a proxy address: write http://HOST:PORT");
    }

    private static InetSocketAddress address(URI uri, int defaultPort) {
        String host = uri.getHost();
        return InetSocketAddress.createUnresolved(
                host.startsWith("[") ? InetAddress.ofLiteral(host).getHostAddress() : host,
                uri.getPort() < 0 ? defaultPort : uri.getPort());
    }

    private static String basic(String variable, String userInfo) {
        String[] parts = userInfo.split(":", 2);
        try {
            return Credentials.basic(
                    decode(parts[0]), parts.length < 2 ? "" : decode(parts[1]), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw noAddress(variable);
        }
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
