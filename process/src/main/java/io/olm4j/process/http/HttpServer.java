package io.olm4j.process.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.stream.ChunkedWriteHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.olm4j.process.tls.ReloadedTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves HTTP/1.1, optionally over TLS, with a virtual thread for each request. */
public final class HttpServer implements AutoCloseable {

    /** How many bytes an answerer should write at a time. */
    public static final int CHUNK_BYTES = 64 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    /** The requests that this server answers need no body. */
    private static final int MAX_BODY_BYTES = 8 << 10;

    /**
     * One arena that grows by 2 MiB: there are few buffers, and the work of the process cannot use memory that the
     * arena keeps.
     */
    private static final PooledByteBufAllocator BUFFERS =
            new PooledByteBufAllocator(true, 0, 1, 8192, 8, 256, 64, false);

    /** How much is prepared ahead of a client: little, because there may be many slow clients. */
    private static final WriteBufferWaterMark AHEAD = new WriteBufferWaterMark(CHUNK_BYTES, 2 * CHUNK_BYTES);

    private final EventLoopGroup loops;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final ConnectionShares shares;
    private final Optional<ReloadedTls> tls;
    private final ServerLimits limits;
    private final Answerer answerer;
    private final Channel listener;
    private final AtomicBoolean closed = new AtomicBoolean();

    private HttpServer(
            String what, InetSocketAddress listen, Optional<ReloadedTls> tls, ServerLimits limits, Answerer answerer)
            throws IOException {
        this.loops = new MultiThreadIoEventLoopGroup(
                limits.loops(), new DefaultThreadFactory(what + "-server"), NioIoHandler.newFactory());
        this.shares = new ConnectionShares(limits.connections());
        this.tls = tls;
        this.limits = limits;
        this.answerer = answerer;
        this.listener = listen(what, listen);
    }

    /**
     * Starts to serve.
     *
     * @param what the name of the service, in one word, for messages and the names of threads
     * @param listen port 0 takes a free port
     * @param tls the TLS to serve HTTPS with; empty for plain HTTP
     * @throws IOException if the address cannot be listened on
     */
    public static HttpServer start(
            String what, InetSocketAddress listen, Optional<ReloadedTls> tls, ServerLimits limits, Answerer answerer)
            throws IOException {
        return new HttpServer(what, listen, tls, limits, answerer);
    }

    /** The address that the server listens on. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Whether the server serves HTTPS. */
    public boolean isSecure() {
        return tls.isPresent();
    }

    private Channel listen(String what, InetSocketAddress listen) throws IOException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.ALLOCATOR, BUFFERS)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, AHEAD)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        set(channel);
                    }
                });
        ChannelFuture bound = bootstrap.bind(listen).awaitUninterruptibly();
        if (bound.isSuccess()) {
            return bound.channel();
        }
        loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
        throw new IOException(
                "cannot serve " + what + " on " + listen + " (" + bound.cause().getMessage()
                        + "); choose another address or port",
                bound.cause());
    }

    private void set(SocketChannel channel) {
        if (!shares.add(channel)) {
            var _ = channel.close();
            return;
        }
        connections.add(channel);
        ChannelPipeline pipeline = channel.pipeline();
        tls.ifPresent(current -> pipeline.addLast(new TlsDetection(current.current())));
        RequestDeadline deadline = new RequestDeadline(limits.request());
        pipeline.addLast(
                // A client that reads its answer, however slowly, is not idle. Half of the time, because the first of
                // two events does not tell it apart.
                new IdleStateHandler(true, 0, 0, limits.idle().toMillis() / 2, TimeUnit.MILLISECONDS),
                deadline,
                new HttpServerCodec(),
                new ChunkedWriteHandler(),
                // Before the aggregator, which answers some requests itself: it must not do so while the preceding
                // request is being answered.
                new FlowControlHandler(),
                new HttpObjectAggregator(MAX_BODY_BYTES, true),
                new ConnectionHandler(answerer, threads, deadline));
    }

    /** Refuses new requests, waits for running ones until the grace period ends, then closes their connections. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        listener.close().syncUninterruptibly();
        threads.shutdown();
        try {
            if (!threads.awaitTermination(limits.grace().toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn(
                        "Requests still run after {} s: the server ends them",
                        limits.grace().toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            threads.shutdownNow();
            connections.close().syncUninterruptibly();
            loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }
}
