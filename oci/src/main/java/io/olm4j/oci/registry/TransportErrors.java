package io.olm4j.oci.registry;

import io.olm4j.proxies.ProxyException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Describes a failed connection in stable words, without ephemeral ports and URLs, so that a status does not change at
 * every attempt.
 */
final class TransportErrors {

    private static final String CHECK = "; check the registry, and proxies on the way";

    private TransportErrors() {}

    static String describe(IOException e, String registry) {
        return switch (e) {
            case TokenServerException tokenServer -> String.valueOf(tokenServer.getMessage());
            case ProxyException proxy -> String.valueOf(proxy.getMessage());
            case UnknownHostException ignored ->
                "no such host \"" + registry + "\"; check the registry's name and the DNS of this machine";
            case ConnectException ignored -> cannotConnect(registry);
            case NoRouteToHostException ignored -> cannotConnect(registry);
            case SocketTimeoutException ignored -> "timed out; check that " + registry + " is reachable";
            case SSLException tls -> tls(tls, registry);
            case PlainHttpGuard.LeftTlsException left ->
                registry + " " + left.getMessage() + ", which is not followed; have the registry redirect to HTTPS";
            case ProtocolException loop
            when isRedirectLoop(loop) -> registry + " redirects in a circle, or too often; check the registry";
            case InterruptedIOException ignored -> "timed out; check that " + registry + " is reachable";
            case WrongAnswerException wrong -> registry + " " + wrong.getMessage();
            case IOException early when endsTooEarly(early) -> registry + " ended its answer too early" + CHECK;
            case ProtocolException ignored -> "the answer of " + registry + " is not valid HTTP" + CHECK;
            case SocketException reset when isReset(reset) -> "the connection to " + registry + " was reset" + CHECK;
            case IOException ignored -> "the connection to " + registry + " broke" + CHECK;
        };
    }

    /**
     * Whether a retry may help. A wrong certificate, protocol or redirect stays wrong for the next seconds, and an
     * interrupt means to stop.
     */
    static boolean isWorthAnotherAttempt(IOException e) {
        if (e instanceof TokenServerException tokenServer) {
            return tokenServer.isWorthAnotherAttempt();
        }
        if (e instanceof ProxyException proxy) {
            return proxy.isWorthAnotherAttempt() && !Thread.currentThread().isInterrupted();
        }
        return !Thread.currentThread().isInterrupted()
                && !(e instanceof SSLException tls && isTrustProblem(tls))
                && !(e instanceof PlainHttpGuard.LeftTlsException)
                && !(e instanceof ProtocolException loop && isRedirectLoop(loop));
    }

    private static String cannotConnect(String registry) {
        return "cannot connect to " + registry + "; check that the registry is up and reachable";
    }

    /** The HTTP client reports the end of a body, and of the headers, each with another exception. */
    private static boolean endsTooEarly(IOException e) {
        return e instanceof EOFException || String.valueOf(e.getMessage()).startsWith("unexpected end of stream");
    }

    private static boolean isReset(SocketException e) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("reset") || message.contains("broken pipe");
    }

    private static boolean isRedirectLoop(ProtocolException e) {
        return String.valueOf(e.getMessage()).startsWith("Too many follow-up requests");
    }

    private static String tls(SSLException e, String registry) {
        if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("unrecognized ssl message")) {
            return registry + " does not speak TLS; configure it as an insecure registry if that is intended";
        }
        if (e instanceof SSLPeerUnverifiedException) {
            return "the certificate of " + registry
                    + " is for another name; write the registry as its certificate does, or give it one for this name";
        }
        return isTrustProblem(e)
                ? "the certificate of " + registry + " is not trusted; add its CA to the trusted certificates"
                : "TLS with " + registry + " failed; check the registry";
    }

    private static boolean isTrustProblem(SSLException e) {
        if (e instanceof SSLPeerUnverifiedException) {
            return true;
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }
}
