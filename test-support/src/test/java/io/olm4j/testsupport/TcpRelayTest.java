package io.olm4j.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests for {@link TcpRelay}. */
class TcpRelayTest {

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final ServerSocket server = server();
    private final TcpRelay relay = TcpRelay.to(server.getLocalPort());

    private static ServerSocket server() {
        try {
            ServerSocket server = new ServerSocket(0, 0, LOOPBACK);
            Thread.ofVirtual().start(() -> echoAll(server));
            return server;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void echoAll(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> echo(socket));
            }
        } catch (IOException _) {
            // The test has ended.
        }
    }

    private static void echo(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            in.transferTo(out);
        } catch (IOException _) {
            // The relay has ended the connection.
        }
    }

    @AfterEach
    void stop() throws IOException {
        relay.close();
        server.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(LOOPBACK, relay.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String receive(Socket socket, int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.UTF_8);
    }

    @Test
    void shouldPassBytesInBothDirections() throws IOException {
        try (Socket socket = connect()) {
            send(socket, "hello");
            socket.shutdownOutput();

            assertThat(receive(socket, 100)).isEqualTo("hello");
        }
    }

    @Test
    void shouldPassBytesLaterWhenTheNetworkIsSlow() throws IOException {
        relay.become(TcpRelay.State.SLOW);
        try (Socket socket = connect()) {
            long start = System.nanoTime();
            send(socket, "hello");

            assertThat(receive(socket, 5)).isEqualTo("hello");
            assertThat(System.nanoTime() - start).isGreaterThan(190_000_000);
        }
    }

    @Test
    void shouldLoseNoByteWhenTheNetworkStalledInBetween() throws IOException {
        try (Socket socket = connect()) {
            relay.become(TcpRelay.State.STALLED);
            send(socket, "hello");
            socket.setSoTimeout(100);
            assertThatThrownBy(() -> receive(socket, 5)).isInstanceOf(SocketTimeoutException.class);

            socket.setSoTimeout(60_000);
            relay.become(TcpRelay.State.PASSING);

            assertThat(receive(socket, 5)).isEqualTo("hello");
        }
    }

    @Test
    void shouldEndConnectionsWhenTheNetworkIsCutAndPassNewOnesAfterwards() throws IOException {
        try (Socket before = connect()) {
            send(before, "hello");
            assertThat(receive(before, 5)).isEqualTo("hello");

            relay.become(TcpRelay.State.CUT);

            assertThat(ends(before)).isTrue();
            try (Socket during = connect()) {
                assertThat(ends(during)).isTrue();
            }
        }
        relay.become(TcpRelay.State.PASSING);
        try (Socket after = connect()) {
            send(after, "again");
            assertThat(receive(after, 5)).isEqualTo("again");
        }
    }

    private static boolean ends(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException _) {
            return false;
        } catch (IOException _) {
            return true;
        }
    }
}
