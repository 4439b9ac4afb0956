package io.olm4j.localcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** The loopback ports of one cluster. */
record ClusterPorts(int etcdClient, int etcdPeer, int apiServer, int registry) {

    private static final int COUNT = 4;

    /**
     * Ports that are free now. Another process can take one of them before its component does, so a caller must be
     * ready to try others.
     */
    static ClusterPorts free() {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < COUNT; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            List<Integer> ports =
                    sockets.stream().map(ServerSocket::getLocalPort).toList();
            return new ClusterPorts(ports.get(0), ports.get(1), ports.get(2), ports.get(3));
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on the loopback interface", e);
        } finally {
            sockets.forEach(ClusterPorts::close);
        }
    }

    String etcdUrl() {
        return "http://127.0.0.1:" + etcdClient;
    }

    String etcdPeerUrl() {
        return "http://127.0.0.1:" + etcdPeer;
    }

    String apiServerUrl() {
        return "https://127.0.0.1:" + apiServer;
    }

    String registryHost() {
        return "127.0.0.1:" + registry;
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
