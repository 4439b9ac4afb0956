package io.olm4j.oci.registry;

import io.olm4j.proxies.ProxyException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.ProtocolException;
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

    private TransportErrors() {}

    static String describe(IOException e, String registry) {
        return switch (e) {
            case TokenServerException tokenServer -> String.valueOf(tokenServer.getMessage());
            case ProxyException proxy -> String.valueOf(proxy.getMessage());
            case UnknownHostException ignored ->
                "no such host \"" + registry + "\"; check the registry's name and the DNS of this machine";
            case ConnectException ignored ->
                "cannot connect to " + registry + "; check that the registry is up and reachable";
            case SocketTimeoutException ignored -> "timed out; check that " + registry + " is reachable";
            case SSLException tls -> tls(tls, registry);
            case PlainHttpGuard.LeftTlsException left ->
                registry + " " + left.getMessage() + ", which is not followed; have the registry redirect to HTTPS";
            case ProtocolException loop
            when isRedirectLoop(loop) -> registry + " redirects in a circle, or too often; check the registry";
            case InterruptedIOException ignored -> "timed out; check that " + registry + " is reachable";
            case IOException other ->
                "connection to " + registry + " broke (" + other.getClass().getSimpleName() + "); check the registry";
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
