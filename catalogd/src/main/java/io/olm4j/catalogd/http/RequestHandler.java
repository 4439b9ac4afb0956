package io.olm4j.catalogd.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.timeout.IdleStateEvent;
import io.olm4j.catalogd.http.ReplyWriter.NotSentException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has each request of a connection answered on a thread of its own, and the next one read when that is done. */
final class RequestHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

    private final Replies replies;
    private final RequestMetrics metrics;
    private final Executor threads;
    private final RequestDeadline deadline;

    RequestHandler(Replies replies, RequestMetrics metrics, Executor threads, RequestDeadline deadline) {
        this.replies = replies;
        this.metrics = metrics;
        this.threads = threads;
        this.deadline = deadline;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        deadline.met();
        Channel channel = context.channel();
        channel.config().setAutoRead(false);
        OptionalInt refusal = refusal(request);
        RequestHeaders headers = headers(request);
        String method = request.method().name();
        String target = request.uri();
        boolean keepAlive = HttpUtil.isKeepAlive(request) && !isOld(request);
        try {
            threads.execute(() -> {
                if (refusal.isPresent()) {
                    refuse(channel, refusal.getAsInt());
                } else {
                    answer(
                            new ReplyWriter(channel, method.equals("HEAD"), keepAlive),
                            channel,
                            method,
                            target,
                            headers);
                }
            });
        } catch (RejectedExecutionException stopping) {
            var _ = channel.close();
        }
    }

    /** The status for a request that is not as HTTP wants it. */
    private static OptionalInt refusal(FullHttpRequest request) {
        if (request.decoderResult().isFailure()) {
            Throwable problem = request.decoderResult().cause();
            boolean longLine = problem instanceof TooLongHttpLineException;
            return OptionalInt.of(longLine ? 414 : problem instanceof TooLongHttpHeaderException ? 431 : 400);
        }
        boolean hasHost = request.headers().getAll(HttpHeaderNames.HOST).size() == 1;
        return hasHost || isOld(request) ? OptionalInt.empty() : OptionalInt.of(400);
    }

    private static boolean isOld(FullHttpRequest request) {
        return request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
    }

    /** Without those that do not count: HTTP/1.0 knows no chunks, and only a GET can be for a range. */
    private static RequestHeaders headers(FullHttpRequest request) {
        HttpHeaders headers = request.headers();
        if (isOld(request)) {
            headers.remove(HttpHeaderNames.ACCEPT_ENCODING);
        }
        if (!request.method().equals(HttpMethod.GET)) {
            headers.remove(HttpHeaderNames.RANGE);
        }
        return headers::getAll;
    }

    private void answer(ReplyWriter writer, Channel channel, String method, String target, RequestHeaders headers) {
        long start = System.nanoTime();
        try {
            tryToAnswer(writer, method, target, headers);
            channel.config().setAutoRead(true);
        } catch (NotSentException e) {
            LOG.debug("The answer to {} was not sent", target, e);
            var _ = channel.close();
        } catch (IOException | RuntimeException e) {
            LOG.error("Request for {} failed", target, e);
            admit(writer, channel);
        } finally {
            metrics.record(
                    replies.catalog(target),
                    writer.status(),
                    Duration.ofNanos(System.nanoTime() - start),
                    writer.sent());
        }
    }

    private void tryToAnswer(ReplyWriter writer, String method, String target, RequestHeaders headers)
            throws IOException {
        // Twice: the file may be replaced between finding and opening it.
        for (int attempt = 0; attempt < 2; attempt++) {
            switch (replies.to(method, target, headers)) {
                case Reply.Text text -> {
                    writer.send(text);
                    return;
                }
                case Reply.Content content -> {
                    try (FileChannel file = FileChannel.open(content.file().path())) {
                        writer.send(content, file);
                        return;
                    } catch (NoSuchFileException replaced) {
                        LOG.debug("{} was replaced while it was asked for", target);
                    }
                }
            }
        }
        throw new NoSuchFileException(target);
    }

    /** A fault of the server: the client learns of it by the status, or by an answer that ends too early. */
    private static void admit(ReplyWriter writer, Channel channel) {
        try {
            if (writer.status() == 0) {
                writer.send(Reply.Text.of(500));
            }
        } catch (IOException e) {
            LOG.debug("A client went away", e);
        }
        var _ = channel.close();
    }

    /** A connection whose requests cannot be told apart is of no further use. */
    private static void refuse(Channel channel, int status) {
        try {
            new ReplyWriter(channel, false, false).send(Reply.Text.of(status));
        } catch (IOException e) {
            LOG.debug("A client went away", e);
            var _ = channel.close();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof IdleStateEvent) {
            var _ = context.close();
        } else {
            super.userEventTriggered(context, event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("A connection broke", cause);
        var _ = context.close();
    }
}
