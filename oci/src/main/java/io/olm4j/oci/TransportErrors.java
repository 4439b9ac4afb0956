package io.olm4j.oci;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Puts a failed connection into stable words: no ephemeral ports, no URLs, so that a status does not change at every attempt. */
final class TransportErrors {

    private TransportErrors() {}

    static String describe(IOException e, String registry) {
        return switch (e) {
            case TokenServerException tokenServer -> String.valueOf(tokenServer.getMessage());
            case UnknownHostException ignored ->
                "no such host \"" + registry + "\"; check the registry's name and the DNS of this machine";
            case ConnectException ignored ->
                "cannot connect to " + registry + "; check that the registry is up and reachable";
            case SocketTimeoutException ignored -> "timed out; check that " + registry + " is reachable";
            case SSLException tls -> tls(tls, registry);
            case IOException other ->
                "connection to " + registry + " broke (" + other.getClass().getSimpleName() + "); check the registry";
        };
    }

    /** A wrong certificate or protocol stays wrong for the next seconds; an interrupt means stop. */
    static boolean isWorthAnotherAttempt(IOException e) {
        if (e instanceof TokenServerException tokenServer) {
            return tokenServer.isWorthAnotherAttempt();
        }
        boolean interrupted = e instanceof InterruptedIOException
                && !(e instanceof SocketTimeoutException)
                && Thread.currentThread().isInterrupted();
        return !interrupted && !(e instanceof SSLException tls && isTrustProblem(tls));
    }

    private static String tls(SSLException e, String registry) {
        if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("unrecognized ssl message")) {
            return registry + " does not speak TLS; configure it as an insecure registry if that is intended";
        }
        return isTrustProblem(e)
                ? "the certificate of " + registry + " is not trusted; add its CA to the trusted certificates"
                : "TLS with " + registry + " failed; check the registry";
    }

    private static boolean isTrustProblem(SSLException e) {
        return e instanceof javax.net.ssl.SSLHandshakeException
                || e instanceof javax.net.ssl.SSLPeerUnverifiedException;
    }
}
