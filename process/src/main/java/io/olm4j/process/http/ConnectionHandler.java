package io.olm4j.process.http;

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
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers each request of a connection on its own thread; the next request is read when the answer is complete. */
final class ConnectionHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

    private final Answerer answerer;
    private final Executor threads;
    private final RequestDeadline deadline;

    ConnectionHandler(Answerer answerer, Executor threads, RequestDeadline deadline) {
        this.answerer = answerer;
        this.threads = threads;
        this.deadline = deadline;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        deadline.met();
        Channel channel = context.channel();
        channel.config().setAutoRead(false);
        OptionalInt refusal = refusal(request);
        Exchange exchange = new Exchange(
                channel,
                request.method().name(),
                request.uri(),
                headers(request),
                HttpUtil.isKeepAlive(request) && !isOld(request));
        execute(channel, () -> {
            if (refusal.isPresent()) {
                answerer.refuse(channel, refusal.getAsInt());
            } else {
                answerer.answer(exchange);
            }
        });
    }

    private void execute(Channel channel, Runnable answer) {
        try {
            threads.execute(answer);
        } catch (RejectedExecutionException stopping) {
            var _ = channel.close();
        }
    }

    /** The status for a request that is not valid HTTP; empty for a valid one. */
    private static OptionalInt refusal(FullHttpRequest request) {
        if (request.decoderResult().isFailure()) {
            Throwable problem = request.decoderResult().cause();
            boolean longLine = problem instanceof TooLongHttpLineException;
            return OptionalInt.of(longLine ? 414 : problem instanceof TooLongHttpHeaderException ? 431 : 400);
        }
        int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
        return hosts == 1 || (hosts == 0 && isOld(request)) ? OptionalInt.empty() : OptionalInt.of(400);
    }

    private static boolean isOld(FullHttpRequest request) {
        return request.protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
    }

    /** The headers without those that do not apply: HTTP/1.0 has no chunks, and only a GET can ask for a range. */
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

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof IdleStateEvent idle) {
            // The first event after a completed write comes also if a part of the next write is sent meanwhile.
            if (!idle.isFirst()) {
                var _ = context.close();
            }
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
