package io.olm4j.process.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.OptionalSslHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/** Begins TLS on a new connection; answers a client that speaks plain HTTP with an explanation. */
final class TlsDetection extends OptionalSslHandler {

    private static final String ANSWER = """
            HTTP/1.1 400 Bad Request\r
            Content-Type: text/plain; charset=utf-8\r
            Connection: close\r
            \r
            400 Bad Request: this port speaks HTTPS only
            """;

    TlsDetection(SslContext context) {
        super(context);
    }

    /** Encrypts a whole write in one step instead of record by record. */
    @Override
    protected SslHandler newSslHandler(ChannelHandlerContext context, SslContext sslContext) {
        SslHandler handler = super.newSslHandler(context, sslContext);
        handler.setWrapDataSize(HttpServer.CHUNK_BYTES);
        return handler;
    }

    @Override
    protected ChannelHandler newNonSslHandler(ChannelHandlerContext context) {
        return new Refusal();
    }

    private static final class Refusal extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object request) {
            ReferenceCountUtil.release(request);
            context.writeAndFlush(Unpooled.copiedBuffer(ANSWER, StandardCharsets.US_ASCII))
                    .addListener(ChannelFutureListener.CLOSE);
        }
    }
}
