package io.olm4j.catalogdclient.http;

import io.olm4j.proxies.ProxyException;
import io.olm4j.versionranges.Shortened;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import okhttp3.Call;
import okhttp3.OkHttpClient;

/** Describes in a clause why a request got no complete answer. */
public final class FetchFailure {
    private static final String ENDED = "unexpected end";
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final int LONGEST = 300;
    private static final Pattern CLASS_NAME = Pattern.compile("\\b(?:[a-z]+\\.)+[A-Z]\\w*: ");
    private static final Pattern CONNECT = Pattern.compile("Failed to connect to ([^/]*)/(.+)");

    private FetchFailure() {}

    /**
     * Explains a failure.
     *
     * @param call a call of this client
     */
    public static String explain(OkHttpClient http, Call call, IOException failure) {
        if (failure instanceof InterruptedIOException && !(failure instanceof SocketTimeoutException)) {
            return "the answer was not complete after " + time(http.callTimeoutMillis());
        }
        if (call.isCanceled()) {
            return "reading was ended";
        }
        String message = message(failure);
        return failure instanceof ProxyException ? "proxyconnect: " + message : explain(http, failure, message);
    }

    private static boolean isConnectTimeout(String message) {
        return message.toLowerCase(Locale.ROOT).contains("connect");
    }

    private static String explain(OkHttpClient http, IOException failure, String message) {
        return switch (failure) {
            case SocketTimeoutException _ ->
                isConnectTimeout(message)
                        ? "there was no connection after " + time(http.connectTimeoutMillis())
                        : "the server did not answer in time: it sent nothing for " + time(http.readTimeoutMillis());
            case UnknownHostException _ -> "the host name is not known";
            case ConnectException _ -> cannotConnect(message);
            case EOFException _ -> "the answer ended too early";
            case SSLPeerUnverifiedException _ -> "the server's certificate is for another host name";
            case SSLException _ ->
                message.contains("certification path")
                        ? "the server's certificate is not trusted: add its CA to the directory of CAs for catalogd"
                        : "no secure connection: " + message;
            case ProtocolException _ -> explainProtocol(message);
            // The client reports headers over its limit of 256 KiB with the same message.
            default ->
                message.startsWith(ENDED)
                        ? "the answer ended too early, or its headers are too long"
                        : "the answer cannot be read: " + message;
        };
    }

    /** The HTTP client writes the address after the name of the host, which may be empty. */
    private static String cannotConnect(String message) {
        Matcher failed = CONNECT.matcher(message);
        if (!failed.matches()) {
            return message;
        }
        String host = failed.group(1);
        String address = failed.group(2);
        return "cannot connect to " + (host.isEmpty() ? address : host + " (" + address + ")");
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
        // A server may have written a part of the text, and matching takes quadratic time.
        String start = Shortened.of(4 * LONGEST, message.lines().findFirst().orElse(message));
        String line = CLASS_NAME.matcher(start).replaceAll("");
        return CONTROL.matcher(Shortened.of(LONGEST, line)).replaceAll("?");
    }
}
