package io.olm4j.process.leader;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** A connection to an API server that a test can cut or stall: a port on loopback that forwards bytes. */
final class CutOff implements AutoCloseable {

    private final Config config;
    private final URI target;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Semaphore flows = new Semaphore(1);

    CutOff(Config direct) {
        try {
            listener = new ServerSocket(0, 16, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        target = URI.create(direct.getMasterUrl());
        config = new ConfigBuilder(direct)
                .withMasterUrl("https://127.0.0.1:" + listener.getLocalPort() + "/")
                .build();
        Thread.startVirtualThread(this::accept);
    }

    /** The configuration of a client that uses this connection. */
    Config config() {
        return config;
    }

    /** Cuts the connection for ever. */
    void cut() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Forwards nothing until {@link #resume}. */
    void stall() {
        flows.acquireUninterruptibly();
    }

    /** Forwards what has waited, and all that follows. */
    void resume() {
        flows.release();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(target.getHost(), target.getPort());
                sockets.add(client);
                sockets.add(server);
                Thread.startVirtualThread(() -> pass(client, server));
                Thread.startVirtualThread(() -> pass(server, client));
            }
        } catch (IOException e) {
            // It was cut.
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[8192];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                flows.acquireUninterruptibly();
                flows.release();
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // It was cut.
        }
    }

    @Override
    public void close() {
        cut();
    }
}
