package io.olm4j.process.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.olm4j.testsupport.Fuzzing;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Fuzzing of the bytes that a client sends, as far as the answerer. */
class HttpRequestFuzzTest {
    private static final int MAX_BODY_BYTES = 8 << 10;

    private static final String WITH_RANGE = lines("""
            GET /a?b=c HTTP/1.1
            Host: x
            Accept-Encoding: gzip;q=0.5, *
            Range: bytes=0-1

            """);

    private static final String CHUNKED = lines("""
            POST / HTTP/1.1
            Host: x
            Transfer-Encoding: chunked

            5;a=b
            hello
            0
            T: t

            """);

    private static final String TWO_REQUESTS = lines("""
            HEAD /h HTTP/1.0

            GET / HTTP/1.1
            Host: y
            Content-Length: 2
            Expect: 100-continue

            ab""");

    private final Logger log = (Logger) LoggerFactory.getLogger(ConnectionHandler.class);
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    @BeforeEach
    void recordTheLog() {
        events.start();
        log.addAppender(events);
        log.setLevel(Level.DEBUG);
        log.setAdditive(false);
    }

    @AfterEach
    void stopRecording() {
        log.detachAppender(events);
        log.setAdditive(true);
        log.setLevel(null);
    }

    @Test
    void shouldAnswerOrRefuseEveryRequest() {
        Fuzzing.from(WITH_RANGE, CHUNKED, TWO_REQUESTS)
                .withWords(
                        "HTTP/1.1",
                        "HTTP/2.0",
                        "\r\n",
                        "\r\n\r\n",
                        "Host: a\r\n",
                        "Content-Length: -1\r\n",
                        "chunked",
                        "Content-Length: 99999999999\r\n",
                        "Connection: close\r\n",
                        "Upgrade: h2c\r\n",
                        "ffffffffffff\r\n",
                        "\n ")
                .bytes(this::send);
    }

    @Test
    void shouldAnswerTheRequestsThatAreValid() {
        assertThat(send(bytes(WITH_RANGE))).isEqualTo(new Handled(1, 0));
        assertThat(send(bytes(CHUNKED))).isEqualTo(new Handled(1, 0));
        assertThat(send(bytes(TWO_REQUESTS))).isEqualTo(new Handled(2, 0));
    }

    @Test
    void shouldRefuseALengthThatIsNoNumberWhenTheClientWaits() {
        assertThat(send(bytes(TWO_REQUESTS.replace("Content-Length: 2", "Content-Length: x"))))
                .isEqualTo(new Handled(1, 1));
    }

    @Test
    void shouldRefuseARequestWithoutHost() {
        assertThat(send(bytes(WITH_RANGE.replace("Host: x\r\n", "")))).isEqualTo(new Handled(0, 1));
    }

    @Test
    void shouldRefuseARequestWithTwoHosts() {
        assertThat(send(bytes("GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n"))).isEqualTo(new Handled(0, 1));
    }

    private static String lines(String text) {
        return text.replace("\n", "\r\n");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** How many requests of a connection were answered and refused. */
    private record Handled(int answered, int refused) {}

    private Handled send(byte[] content) {
        events.list.clear();
        RequestDeadline deadline = new RequestDeadline(Duration.ofMinutes(1));
        ReadingAnswerer answerer = new ReadingAnswerer();
        List<Throwable> problems = new ArrayList<>();
        EmbeddedChannel channel =
                channel(deadline, new ConnectionHandler(answerer, task -> runRecording(task, problems), deadline));

        channel.writeInbound(Unpooled.wrappedBuffer(content));
        channel.finishAndReleaseAll();
        channel.checkException();

        assertThat(problems).isEmpty();
        if (events.list.stream().map(HttpRequestFuzzTest::cause).anyMatch(HttpRequestFuzzTest::isPipelineTooLong)) {
            return new Handled(answerer.answered, answerer.refused);
        }
        // Netty passes what a handler throws to the same handler, which logs it and closes the connection.
        assertThat(events.list)
                .extracting(HttpRequestFuzzTest::cause)
                .allSatisfy(cause -> assertThat(cause)
                        .as("the client hung up in a request, or the preceding one was refused")
                        .isInstanceOfAny(PrematureChannelClosureException.class, ClosedChannelException.class));
        assertThat(answerer.answered + answerer.refused).isEqualTo(wholeRequests(content));
        return new Handled(answerer.answered, answerer.refused);
    }

    private static EmbeddedChannel channel(ChannelHandler first, ChannelHandler last) {
        return new EmbeddedChannel(first, new HttpServerCodec(), new HttpObjectAggregator(MAX_BODY_BYTES, true), last);
    }

    private static void runRecording(Runnable task, List<Throwable> problems) {
        try {
            task.run();
        } catch (Throwable e) {
            problems.add(e);
        }
    }

    /** Netty closes a connection on which more than 128 requests wait for their answers. */
    private static boolean isPipelineTooLong(@Nullable Throwable cause) {
        return cause instanceof DecoderException
                && cause.getCause() instanceof IllegalStateException
                && String.valueOf(cause.getMessage()).contains("maxPipelineDepth");
    }

    private static @Nullable Throwable cause(ILoggingEvent event) {
        return event.getThrowableProxy() instanceof ThrowableProxy proxy ? proxy.getThrowable() : null;
    }

    /**
     * The number of requests that the decoder passes on, or fails at; it answers those with too large a body by itself.
     */
    private static int wholeRequests(byte[] content) {
        AtomicInteger requests = new AtomicInteger();
        EmbeddedChannel channel =
                channel(new RequestDeadline(Duration.ofMinutes(1)), new SimpleChannelInboundHandler<FullHttpRequest>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
                        requests.incrementAndGet();
                    }

                    @Override
                    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                        if (cause instanceof DecoderException) {
                            requests.incrementAndGet();
                        }
                    }
                });
        channel.writeInbound(Unpooled.wrappedBuffer(content));
        channel.finishAndReleaseAll();
        return requests.get();
    }

    /** Reads what each answer of a process depends on. */
    private static final class ReadingAnswerer implements Answerer {
        private int answered;
        private int refused;

        @Override
        public void answer(Exchange exchange) {
            answered++;
            AcceptedEncodings.takesGzip(exchange.headers());
            assertThat(exchange.headers().all("Host")).hasSizeLessThanOrEqualTo(1);
            exchange.channel().config().setAutoRead(true);
        }

        @Override
        public void refuse(Channel channel, int status) {
            refused++;
            assertThat(status).isBetween(400, 499);
            var _ = channel.close();
        }
    }
}
