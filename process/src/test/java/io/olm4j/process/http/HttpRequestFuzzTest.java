package io.olm4j.process.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.olm4j.testsupport.Fuzzing;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Fuzzing of the bytes that a client sends, as far as the answerer. */
class HttpRequestFuzzTest {
    private static final int MAX_BODY_BYTES = 8 << 10;

    @Test
    void shouldAnswerOrRefuseEveryRequest() {
        Fuzzing.from(lines("""
                        GET /a?b=c HTTP/1.1
                        Host: x
                        Accept-Encoding: gzip;q=0.5, *
                        Range: bytes=0-1

                        """), lines("""
                        POST / HTTP/1.1
                        Host: x
                        Transfer-Encoding: chunked

                        5;a=b
                        hello
                        0
                        T: t

                        """), lines("""
                        HEAD /h HTTP/1.0

                        GET / HTTP/1.1
                        Host: y
                        Content-Length: 2
                        Expect: 100-continue

                        ab"""))
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
                .bytes(HttpRequestFuzzTest::send);
    }

    private static String lines(String text) {
        return text.replace("\n", "\r\n");
    }

    private static void send(byte[] content) {
        RequestDeadline deadline = new RequestDeadline(Duration.ofMinutes(1));
        EmbeddedChannel channel = new EmbeddedChannel(
                deadline,
                new HttpServerCodec(),
                new HttpObjectAggregator(MAX_BODY_BYTES, true),
                new ConnectionHandler(new ReadingAnswerer(), Runnable::run, deadline));
        channel.writeInbound(Unpooled.wrappedBuffer(content));
        channel.finishAndReleaseAll();
        channel.checkException();
    }

    /** Reads what each answer of a process depends on. */
    private static final class ReadingAnswerer implements Answerer {
        @Override
        public void answer(Exchange exchange) {
            AcceptedEncodings.takesGzip(exchange.headers());
            assertThat(exchange.headers().all("Host")).hasSizeLessThanOrEqualTo(1);
            exchange.channel().config().setAutoRead(true);
        }

        @Override
        public void refuse(Channel channel, int status) {
            assertThat(status).isBetween(400, 499);
            var _ = channel.close();
        }
    }
}
