package io.olm4j.proxies;

import java.net.InetAddress;
import java.net.Socket;
import java.util.function.Supplier;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

/** Makes sockets that speak TLS where they are connected to a proxy that wants it. */
final class ProxySockets extends SocketFactory {
    private final Proxies proxies;
    private final Supplier<SSLSocketFactory> tls;

    ProxySockets(Proxies proxies, Supplier<SSLSocketFactory> tls) {
        this.proxies = proxies;
        this.tls = tls;
    }

    @Override
    public Socket createSocket() {
        return new ProxySocket(proxies, tls);
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw connected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
        throw connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw connected();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
        throw connected();
    }

    private static UnsupportedOperationException connected() {
        return new UnsupportedOperationException("The HTTP client connects its sockets itself");
    }
}
