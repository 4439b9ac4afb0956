package io.olm4j.catalogdclient.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import okhttp3.Call;
import okhttp3.OkHttpClient;

/** Says in half a sentence why a request got no whole answer. */
public final class FetchFailure {
    private static final Pattern TUNNEL_REFUSED = Pattern.compile("Unexpected response code for CONNECT: (\\d+)");
    private static final Pattern CLASS_NAME = Pattern.compile("\\b(?:[a-z]+\\.)+[A-Z]\\w*: ");

    private FetchFailure() {}

    /**
     * Explains a failure.
     *
     * @param call one of this client's
     */
    public static String explain(OkHttpClient http, Call call, IOException failure) {
        if (failure instanceof InterruptedIOException && !(failure instanceof SocketTimeoutException)) {
            return "the answer was not complete after " + time(http.callTimeoutMillis());
        }
        if (call.isCanceled()) {
            return "reading was ended";
        }
        String message = message(failure);
        Optional<String> proxy = proxy(http, call);
        return proxy.isPresent() && isOfTheConnection(failure, message)
                ? "proxyconnect: " + explainProxy(proxy.get(), failure, message)
                : explain(http, failure, message);
    }

    /** The proxy between here and there, as {@code HOST:PORT}. */
    public static Optional<String> proxy(OkHttpClient http, Call call) {
        Proxy proxy = http.proxySelector().select(call.request().url().uri()).getFirst();
        return Optional.ofNullable((InetSocketAddress) proxy.address())
                .map(address -> address.getHostString() + ":" + address.getPort());
    }

    private static boolean isOfTheConnection(IOException failure, String message) {
        return switch (failure) {
            case ConnectException _, UnknownHostException _, NoRouteToHostException _ -> true;
            case SocketTimeoutException _ -> isConnectTimeout(message);
            default -> message.contains("CONNECT") || message.contains("with proxy") || message.contains("SOCKS");
        };
    }

    private static boolean isConnectTimeout(String message) {
        return message.toLowerCase(Locale.ROOT).contains("connect");
    }

    private static String explainProxy(String proxy, IOException failure, String message) {
        Matcher refused = TUNNEL_REFUSED.matcher(message);
        if (refused.find()) {
            return "the proxy " + proxy + " answered " + refused.group(1) + " when asked to connect";
        }
        if (message.contains("with proxy")) {
            return "the proxy " + proxy + " wants a user and a password, or does not take those it was given";
        }
        return failure instanceof UnknownHostException
                ? "the host name of the proxy " + proxy + " is not known"
                : "the proxy " + proxy + " can't be reached: " + message;
    }

    private static String explain(OkHttpClient http, IOException failure, String message) {
        return switch (failure) {
            case SocketTimeoutException _
            when isConnectTimeout(message) -> "there was no connection after " + time(http.connectTimeoutMillis());
            case SocketTimeoutException _ ->
                "the server did not answer in time: it sent nothing for " + time(http.readTimeoutMillis());
            case UnknownHostException _ -> "the host name is not known";
            case EOFException _ -> "the answer ended too early";
            case SSLPeerUnverifiedException _ -> "the server's certificate is for another host name";
            case SSLException _
            when message.contains("certification path") ->
                "the server's certificate is not trusted: add its CA to the directory of CAs for catalogd";
            case SSLException _ -> "no secure connection: " + message;
            default -> message;
        };
    }

    private static String time(int millis) {
        return millis < 1000 ? millis + " ms" : millis / 1000 + " s";
    }

    private static String message(IOException failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank()
                ? "reading failed"
                : CLASS_NAME
                        .matcher(message.lines().findFirst().orElse(message))
                        .replaceAll("");
    }
}
