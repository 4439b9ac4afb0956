package io.olm4j.testsupport;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A network between clients and a server of this machine, which a test can slow down, stall and cut. */
public final class TcpRelay implements AutoCloseable {

    private static final Duration DELAY = Duration.ofMillis(100);
    private static final int CHUNK = 16 << 10;

    /** How the network is. */
    public enum State {
        /** Bytes pass at once. */
        PASSING,
        /** Each 16 KiB, or what of it was sent at once, arrive 100 ms later. */
        SLOW,
        /** Connections stay open, but no byte arrives until the state changes; then all bytes do. */
        STALLED,
        /** Each connection ends, and each new one ends at once. */
        CUT
    }

    private final int target;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile State state = State.PASSING;

    private TcpRelay(int target, ServerSocket server) {
        this.target = target;
        this.server = server;
    }

    /**
     * Starts a relay on a free port of the loopback interface.
     *
     * @param target the port of the server, on the same interface; nothing needs to listen there yet
     */
    public static TcpRelay to(int target) {
        try {
            TcpRelay relay = new TcpRelay(target, new ServerSocket(0, 0, loopback()));
            relay.threads.execute(relay::accept);
            return relay;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetAddress loopback() {
        return InetAddress.ofLiteral("127.0.0.1");
    }

    public int port() {
        return server.getLocalPort();
    }

    /** {@code 127.0.0.1:PORT}. */
    public String address() {
        return "127.0.0.1:" + port();
    }

    /** Changes the network, also for the connections that are open. */
    public void become(State next) {
        lock.lock();
        try {
            state = next;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (next == State.CUT) {
            open.forEach(TcpRelay::end);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                threads.execute(() -> connect(client));
            }
        } catch (IOException _) {
            // The relay was closed.
        }
    }

    private void connect(Socket client) {
        Socket upstream = new Socket();
        open.add(client);
        open.add(upstream);
        try {
            if (state == State.CUT) {
                return;
            }
            upstream.connect(new InetSocketAddress(loopback(), target));
            Thread back = Thread.ofVirtual().start(() -> pump(upstream, client));
            pump(client, upstream);
            back.join();
        } catch (IOException _) {
            // The server does not listen, or the connection was cut.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
            open.remove(upstream);
            end(client);
            end(upstream);
        }
    }

    /** Passes on what one side sends, until it sends no more. If the connection breaks, both sides see it. */
    private void pump(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] chunk = new byte[CHUNK];
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                travel();
                out.write(chunk, 0, read);
                out.flush();
            }
            travel();
            to.shutdownOutput();
        } catch (IOException _) {
            end(from);
            end(to);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void travel() throws InterruptedException {
        lock.lock();
        try {
            while (state == State.STALLED) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
        if (state == State.SLOW) {
            Thread.sleep(DELAY);
        }
    }

    private static void end(Closeable connection) {
        try {
            connection.close();
        } catch (IOException _) {
            // It has ended.
        }
    }

    @Override
    public void close() {
        end(server);
        become(State.CUT);
        threads.shutdownNow();
        threads.close();
    }
}
