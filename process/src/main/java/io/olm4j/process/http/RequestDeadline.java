package io.olm4j.process.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose request takes too long to arrive, even if single bytes of it keep arriving.
 *
 * <p>The time does not run while an answer is being sent, because the client may have sent the next request already. In
 * that state the channel does not read.
 */
final class RequestDeadline extends ChannelInboundHandlerAdapter {

    private final Duration limit;
    private @Nullable Future<?> running;

    RequestDeadline(Duration limit) {
        this.limit = limit;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (running == null && context.channel().config().isAutoRead()) {
            running = context.executor().schedule(() -> close(context), limit.toMillis(), TimeUnit.MILLISECONDS);
        }
        context.fireChannelRead(message);
    }

    private static void close(ChannelHandlerContext context) {
        var _ = context.close();
    }

    /** Stops the clock because the request has arrived; must be called on the thread of the channel. */
    void met() {
        Future<?> current = running;
        if (current != null) {
            current.cancel(false);
            running = null;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        met();
        context.fireChannelInactive();
    }
}
