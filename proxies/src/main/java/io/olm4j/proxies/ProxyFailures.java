package io.olm4j.proxies;

import java.io.IOException;
import java.net.Proxy;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Names the proxy where the HTTP client does not: it refuses a tunnel, its host is unknown, or it is a SOCKS proxy.
 */
final class ProxyFailures implements Interceptor {
    private static final Pattern REFUSED = Pattern.compile("Unexpected response code for CONNECT: (\\d+)");

    private final Proxies proxies;

    ProxyFailures(Proxies proxies) {
        this.proxies = proxies;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        try {
            return chain.proceed(chain.request());
        } catch (ProxyException e) {
            throw e;
        } catch (IOException e) {
            Optional<ProxyAddress> socks = proxies.choose(chain.request().url().uri())
                    .filter(proxy -> proxy.proxy().type() == Proxy.Type.SOCKS);
            Optional<ProxyException> named = socks.isPresent() ? ofSocks(socks.get(), e) : ofHttp(e);
            named.ifPresent(known -> known.initCause(e));
            throw named.isPresent() ? named.get() : e;
        }
    }

    private Optional<ProxyException> ofHttp(IOException e) {
        String message = String.valueOf(e.getMessage());
        Matcher refused = REFUSED.matcher(message);
        if (refused.find()) {
            String status = refused.group(1);
            // Only what is encrypted goes through a tunnel.
            return proxies.https()
                    .map(proxy -> new ProxyException(
                            "the proxy " + proxy.name() + " answered " + status + " when asked to connect",
                            status.startsWith("5")));
        }
        return e instanceof UnknownHostException
                ? proxies.all()
                        .filter(proxy -> isAbout(message, proxy.address().getHostString()))
                        .findFirst()
                        .map(proxy -> new ProxyException(
                                "the host name of the proxy " + proxy.name() + " is not known", true))
                : Optional.empty();
    }

    /** The Java platform begins its message with the name that it looked up. */
    private static boolean isAbout(String message, String host) {
        return message.equals(host) || message.startsWith(host + ":");
    }

    private static Optional<ProxyException> ofSocks(ProxyAddress proxy, IOException e) {
        boolean ofConnection = e instanceof SocketException
                || e instanceof UnknownHostException
                || (e instanceof SocketTimeoutException
                        && String.valueOf(e.getMessage())
                                .toLowerCase(Locale.ROOT)
                                .contains("connect"));
        return ofConnection
                ? Optional.of(new ProxyException("the proxy " + proxy.name() + " gave no connection", true))
                : Optional.empty();
    }
}
