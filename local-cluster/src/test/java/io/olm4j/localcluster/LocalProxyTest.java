package io.olm4j.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests for {@link LocalProxy}: it ends with its connections. */
class LocalProxyTest {

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int MANY = 20;

    private final List<Socket> clients = new CopyOnWriteArrayList<>();

    @AfterEach
    void closeClients() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
    }

    @Test
    void shouldEndATunnelThatIsNotUsedWhenClosed() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 0, LOOPBACK)) {
            // Given
            LocalProxy proxy = LocalProxy.start(Optional.empty());
            Socket client = connect(proxy);
            String request = "CONNECT server.example.com:" + server.getLocalPort();
            client.getOutputStream().write((request + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            String answer = "HTTP/1.1 200 Connection Established\r\n\r\n";
            assertThat(client.getInputStream().readNBytes(answer.length()))
                    .asString()
                    .isEqualTo(answer);
            assertThat(proxy.requests()).containsExactly(request);

            // When
            assertTimeoutPreemptively(SOON, proxy::close);

            // Then
            assertThat(client.getInputStream().readAllBytes()).isEmpty();
            try (Socket upstream = server.accept()) {
                assertThat(upstream.getInputStream().readAllBytes()).isEmpty();
            }
        }
    }

    @Test
    void shouldEndWhenClosedWhileSilentClientsConnect() throws Exception {
        for (int round = 0; round < 100; round++) {
            // Given
            LocalProxy proxy = LocalProxy.start(Optional.empty());
            var connected = new Semaphore(0);
            Thread connecting = Thread.ofVirtual().start(() -> connectMany(proxy, connected));

            // When it is closed after the first of them, the second, and so on
            assertThat(connected.tryAcquire(1 + round % MANY, SOON.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertTimeoutPreemptively(SOON, proxy::close);

            // Then
            connecting.join();
        }
    }

    /** Connects fewer clients than may wait to be accepted: with more, one would try again for a second. */
    private void connectMany(LocalProxy proxy, Semaphore connected) {
        try {
            for (int client = 0; client < MANY; client++) {
                var _ = connect(proxy);
                connected.release();
            }
        } catch (IOException _) {
            // The proxy is closed.
        }
    }

    private Socket connect(LocalProxy proxy) throws IOException {
        Socket client = new Socket(LOOPBACK, proxy.port());
        client.setSoTimeout((int) SOON.toMillis());
        clients.add(client);
        return client;
    }
}
