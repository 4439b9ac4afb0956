package io.olm4j.catalogd.http;

import io.olm4j.testsupport.Patience;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

/** Sends requests as they are written, even if they are malformed. */
record RawClient(InetSocketAddress server, SocketFactory sockets) {

    RawClient(InetSocketAddress server) {
        this(server, SocketFactory.getDefault());
    }

    static String get(String path, String more) {
        return request("GET", path, more);
    }

    static String request(String method, String path, String more) {
        return method + " " + path + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n";
    }

    /** All answers until the server closes the connection. */
    String exchange(String requests) throws IOException {
        try (Socket socket = connect();
                InputStream in = socket.getInputStream()) {
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.ISO_8859_1));
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /**
     * A connection over one to the server that is there already. Closing that one resets the connection at once, while
     * the close of a TLS socket may first read all that the server still sends.
     */
    Socket over(Socket network) throws IOException {
        return sockets instanceof SSLSocketFactory tls
                ? tls.createSocket(network, server.getHostString(), server.getPort(), false)
                : network;
    }

    /** A connection from another address than the usual one. */
    Socket connectFrom(InetAddress client) throws IOException {
        Socket socket = sockets.createSocket(server.getAddress(), server.getPort(), client, 0);
        socket.setSoTimeout((int) Patience.ENOUGH.toMillis());
        return socket;
    }

    Socket connect() throws IOException {
        Socket socket = sockets.createSocket(server.getAddress(), server.getPort());
        socket.setSoTimeout((int) Patience.ENOUGH.toMillis());
        return socket;
    }
}
