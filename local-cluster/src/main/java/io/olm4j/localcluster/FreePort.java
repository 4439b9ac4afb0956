package io.olm4j.localcluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds ports of the loopback interface on which no process listens.
 *
 * <p>They are below the range from which operating systems take the ports of outgoing connections, and those of servers
 * that do not name one. So none of these takes the port before the caller does, or while a server of the caller
 * restarts. In particular a client that keeps trying to reach the restarting server does not: from a port of that
 * range, it would in the end connect to itself.
 */
public final class FreePort {

    private static final int FIRST = 20_000;
    private static final int COUNT = 10_000;

    /** Each process begins somewhere else, and comes back to a port only after all others. */
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private FreePort() {}

    /**
     * A port that is free now, and that this process has not got before. Another process can take it before the caller
     * does only by asking for this very port.
     */
    public static int next() {
        for (int i = 0; i < COUNT; i++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException(
                "no port of 127.0.0.1 from %d to %d is free".formatted(FIRST, FIRST + COUNT - 1));
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /** The address {@code 127.0.0.1:PORT} with such a port. */
    public static String address() {
        return "127.0.0.1:" + next();
    }
}
