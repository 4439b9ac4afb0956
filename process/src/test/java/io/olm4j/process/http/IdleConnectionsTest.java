package io.olm4j.process.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link HttpServer} with clients that take an answer slowly, or not at all. */
class IdleConnectionsTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration IDLE = Duration.ofSeconds(5);

    /** Of both ends, so that the server sees each piece that the client takes. */
    private static final int BUFFER = 32 << 10;

    /** Written at once, so the write ends long after the time of idle connections. */
    private static final int ANSWER = 4 << 20;

    private final BlockingQueue<Channel> answering = new ArrayBlockingQueue<>(1);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        Duration minute = Duration.ofMinutes(1);
        server = HttpServer.start(
                "test",
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                Optional.empty(),
                new ServerLimits(minute, IDLE, minute, 10, 1),
                new LargeAnswers());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldSendWholeAnswerWhenClientReadsSlowly() throws Exception {
        // Given
        try (Socket socket = ask()) {
            byte[] piece = new byte[BUFFER];
            long start = System.nanoTime();

            // When
            int[] taken = {0};
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(100))
                    .atMost(SOON)
                    .until(() -> {
                        int n = socket.getInputStream().readNBytes(piece, 0, piece.length);
                        taken[0] += n;
                        return n < piece.length;
                    });

            // Then
            assertThat(taken[0]).isGreaterThan(ANSWER);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(IDLE.multipliedBy(2));
        }
    }

    @Test
    void shouldCutOffWhenClientTakesNothing() throws Exception {
        // Given
        try (Socket socket = ask()) {
            // When
            Channel channel = answering.poll(SOON.toSeconds(), TimeUnit.SECONDS);

            // Then
            assertThat(channel).isNotNull();
            assertThat(channel.closeFuture().await(SOON.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(rest(socket)).isLessThan(ANSWER);
        }
    }

    @Test
    void shouldCloseWhenClientAsksNothing() throws Exception {
        try (Socket socket = connect()) {
            assertThat(rest(socket)).isZero();
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(BUFFER);
        socket.setSoTimeout((int) SOON.toMillis());
        socket.connect(server.address());
        return socket;
    }

    private Socket ask() throws IOException {
        Socket socket = connect();
        socket.getOutputStream()
                .write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** The number of bytes until the connection ends or breaks. */
    private static int rest(Socket socket) throws IOException {
        int count = 0;
        byte[] piece = new byte[BUFFER];
        try {
            for (int n = socket.getInputStream().read(piece);
                    n >= 0;
                    n = socket.getInputStream().read(piece)) {
                count += n;
            }
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
        return count;
    }

    /** Answers each request with one write, over a connection with a small buffer. */
    private final class LargeAnswers implements Answerer {
        @Override
        public void answer(Exchange exchange) {
            Channel channel = exchange.channel();
            channel.config().setOption(ChannelOption.SO_SNDBUF, BUFFER);
            answering.add(channel);
            DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(new byte[ANSWER]));
            var _ = channel.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
        }

        @Override
        public void refuse(Channel channel, int status) {
            var _ = channel.close();
        }
    }
}
