package io.olm4j.proxies;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A socket that uses TLS to a proxy if the proxy requires it, and names the proxy if the connection fails.
 *
 * <p>The HTTP client supports TLS to servers only, and requests a socket before it names the address. This socket
 * encrypts everything that the client sends, the TLS of a tunnel too. A server on the host and port of a proxy is taken
 * for the proxy.
 *
 * <p>It closes without the closing message of TLS, so that another thread can end a connection that hangs.
 */
final class ProxySocket extends Socket {
    private final Proxies proxies;
    private final Supplier<SSLSocketFactory> tls;
    private volatile @Nullable SSLSocket encrypted;

    ProxySocket(Proxies proxies, Supplier<SSLSocketFactory> tls) {
        this.proxies = proxies;
        this.tls = tls;
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        Optional<ProxyAddress> proxy = proxies.at(endpoint);
        if (proxy.isEmpty()) {
            super.connect(endpoint, timeout);
            return;
        }
        try {
            super.connect(endpoint, timeout);
            if (proxy.get().tls()) {
                encrypted = encrypt(proxy.get(), timeout);
            }
        } catch (IOException e) {
            ProxyException named = explain(proxy.get(), timeout, e, proxies.advice());
            named.initCause(e);
            throw named;
        }
    }

    private SSLSocket encrypt(ProxyAddress proxy, int timeout) throws IOException {
        int silence = getSoTimeout();
        setSoTimeout(timeout);
        SSLSocket socket = (SSLSocket) tls.get()
                .createSocket(
                        this, proxy.address().getHostString(), proxy.address().getPort(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        setSoTimeout(silence);
        return socket;
    }

    private static ProxyException explain(ProxyAddress proxy, int timeout, IOException e, String advice) {
        String name = "the proxy " + proxy.name();
        return switch (e) {
            case SocketTimeoutException _ ->
                unreachable(name, "there was no connection after " + timeout / 1000 + " s", advice);
            case SSLException ssl
            when isOfCertificate(ssl) ->
                new ProxyException(
                        "the certificate of " + name + " is not trusted, or is for another name: add its CA to the"
                                + " trusted certificates, or write the proxy as its certificate does",
                        false);
            case SSLException ssl ->
                new ProxyException(name + " does not speak TLS: write http:// if clients reach it without TLS", false);
            default -> unreachable(name, clause(e), advice);
        };
    }

    private static ProxyException unreachable(String name, String why, String advice) {
        return new ProxyException(name + " cannot be reached: " + why + "; " + advice, true);
    }

    /** The messages of the Java platform begin with a capital. */
    private static String clause(IOException e) {
        String message = e.getMessage();
        return message == null || message.isEmpty()
                ? "the connection failed"
                : message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }

    private static boolean isOfCertificate(SSLException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        SSLSocket inner = encrypted;
        return inner == null ? super.getInputStream() : inner.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        SSLSocket inner = encrypted;
        return inner == null ? super.getOutputStream() : inner.getOutputStream();
    }
}
