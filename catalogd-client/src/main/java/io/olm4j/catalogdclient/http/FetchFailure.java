package io.olm4j.catalogdclient.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
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
    private static final String ENDED = "unexpected end";
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final int LONGEST = 300;
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
            case SocketTimeoutException _ ->
                isConnectTimeout(message)
                        ? "there was no connection after " + time(http.connectTimeoutMillis())
                        : "the server did not answer in time: it sent nothing for " + time(http.readTimeoutMillis());
            case UnknownHostException _ -> "the host name is not known";
            case ConnectException _ -> message;
            case EOFException _ -> "the answer ended too early";
            case SSLPeerUnverifiedException _ -> "the server's certificate is for another host name";
            case SSLException _ ->
                message.contains("certification path")
                        ? "the server's certificate is not trusted: add its CA to the directory of CAs for catalogd"
                        : "no secure connection: " + message;
            case ProtocolException _ -> explainProtocol(message);
            // The client says so of headers over its limit of 256 KiB, too.
            default ->
                message.startsWith(ENDED)
                        ? "the answer ended too early, or its headers are too long"
                        : "the answer can't be read: " + message;
        };
    }

    private static String explainProtocol(String message) {
        if (message.startsWith("Too many follow-up")) {
            return "the server redirects in circles";
        }
        return message.startsWith(ENDED) ? "the answer ended too early" : "the server does not speak HTTP: " + message;
    }

    private static String time(int millis) {
        return millis < 1000 ? millis + " ms" : millis / 1000 + " s";
    }

    private static String message(IOException failure) {
        String message = failure.getMessage();
        if (message == null || message.isBlank()) {
            return "reading failed";
        }
        String line =
                CLASS_NAME.matcher(message.lines().findFirst().orElse(message)).replaceAll("");
        return CONTROL.matcher(line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line)
                .replaceAll("?");
    }
}
