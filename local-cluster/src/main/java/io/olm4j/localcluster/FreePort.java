package io.olm4j.localcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds ports of the loopback interface on which no process listens. */
public final class FreePort {

    private FreePort() {}

    /** A port that is free now. Another process may take it before the caller does. */
    public static int next() {
        try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The address {@code 127.0.0.1:PORT} with such a port. */
    public static String address() {
        return "127.0.0.1:" + next();
    }
}
