package io.olm4j.catalogd.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
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
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.process.tls.ReloadedTls;
import io.olm4j.process.tls.TlsFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the catalogs of a store over HTTP or HTTPS, a virtual thread for each request. */
public final class CatalogServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogServer.class);

    /** Nothing that is asked for has a body. */
    private static final int MAX_BODY_BYTES = 8 << 10;

    /** One arena that grows by 2 MiB: buffers are few, and memory that is kept is lost for reading catalogs. */
    private static final PooledByteBufAllocator BUFFERS =
            new PooledByteBufAllocator(true, 0, 1, 8192, 8, 256, 64, false);

    /** What is read ahead of a client: little, as clients may be slow and many. */
    private static final WriteBufferWaterMark AHEAD =
            new WriteBufferWaterMark(SectionInput.CHUNK_BYTES, 2 * SectionInput.CHUNK_BYTES);

    private final EventLoopGroup loops =
            new MultiThreadIoEventLoopGroup(0, new DefaultThreadFactory("catalog-server"), NioIoHandler.newFactory());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final ServerLimits limits;
    private final Optional<ReloadedTls> tls;
    private final Replies replies;
    private final RequestMetrics metrics;
    private final Channel listener;
    private final AtomicBoolean closed = new AtomicBoolean();

    private CatalogServer(
            InetSocketAddress listen,
            Optional<TlsFiles> tls,
            ContentStore store,
            MeterRegistry meters,
            ServerLimits limits)
            throws IOException {
        this.limits = limits;
        this.tls = tls.isPresent() ? Optional.of(new ReloadedTls(tls.get())) : Optional.empty();
        this.replies = new Replies(store);
        this.metrics = new RequestMetrics(meters);
        this.listener = listen(listen);
    }

    /**
     * Starts to serve.
     *
     * @param listen port 0 takes a free port
     * @param tls certificate to serve HTTPS with; plain HTTP without
     * @throws IOException if the address cannot be listened on, or the certificate cannot be used
     */
    public static CatalogServer start(
            InetSocketAddress listen, Optional<TlsFiles> tls, ContentStore store, MeterRegistry meters)
            throws IOException {
        return start(listen, tls, store, meters, ServerLimits.DEFAULT);
    }

    static CatalogServer start(
            InetSocketAddress listen,
            Optional<TlsFiles> tls,
            ContentStore store,
            MeterRegistry meters,
            ServerLimits limits)
            throws IOException {
        return new CatalogServer(listen, tls, store, meters, limits);
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Whether it serves HTTPS. */
    public boolean isSecure() {
        return tls.isPresent();
    }

    private Channel listen(InetSocketAddress listen) throws IOException {
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
        try {
            return bootstrap.bind(listen).syncUninterruptibly().channel();
        } catch (RuntimeException e) {
            loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
            throw new IOException(
                    "cannot serve catalogs on " + listen + " (" + e.getMessage() + "); choose another port", e);
        }
    }

    private void set(SocketChannel channel) {
        if (connections.size() >= limits.connections()) {
            var _ = channel.close();
            return;
        }
        connections.add(channel);
        ChannelPipeline pipeline = channel.pipeline();
        tls.ifPresent(current -> pipeline.addLast(new TlsDetection(current.current())));
        RequestDeadline deadline = new RequestDeadline(limits.request());
        pipeline.addLast(
                // A client that takes what it asked for, however slowly, is not idle.
                new IdleStateHandler(true, 0, 0, limits.idle().toMillis(), TimeUnit.MILLISECONDS),
                deadline,
                new HttpServerCodec(),
                new ChunkedWriteHandler(),
                // Before the aggregator, which answers some requests itself: not while the one before is being
                // answered.
                new FlowControlHandler(),
                new HttpObjectAggregator(MAX_BODY_BYTES, true),
                new RequestHandler(replies, metrics, threads, deadline));
    }

    /** Refuses new requests, lets running ones end for a while, then cuts them off. */
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
                        "Requests still run after {} s, cutting them off",
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
