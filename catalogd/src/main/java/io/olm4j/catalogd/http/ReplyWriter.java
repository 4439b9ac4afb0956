package io.olm4j.catalogd.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.DefaultFileRegion;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslHandler;
import io.olm4j.catalogd.store.FastGzip;
import io.olm4j.catalogd.store.Section;
import io.olm4j.catalogd.store.Sections;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Date;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Writes a reply to a connection, on a thread that may block.
 *
 * <p>Without TLS the kernel sends files itself. With TLS files pass through buffers outside the heap. The next part of
 * a file is read only when the connection has room for it, so a slow client costs two buffers.
 */
final class ReplyWriter {

    private static final int COMPRESSED_AT_ONCE = 64 << 10;

    /**
     * The number of bytes that the kernel sends at once. The time that a client takes is checked between two such
     * regions.
     */
    private static final int REGION_BYTES = 1 << 20;

    private final Channel channel;
    private final boolean headOnly;
    private final boolean keepAlive;
    private ChannelFuture last;
    private int status;
    private long sent;

    /** The reply could not be sent: the client is gone, or the server stops. */
    static final class NotSentException extends IOException {
        private static final long serialVersionUID = 1L;

        NotSentException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * A writer of one reply.
     *
     * @param headOnly whether the body is left out
     * @param keepAlive whether the connection stays open for another request
     */
    ReplyWriter(Channel channel, boolean headOnly, boolean keepAlive) {
        this.channel = channel;
        this.headOnly = headOnly;
        this.keepAlive = keepAlive;
        this.last = channel.newSucceededFuture();
    }

    /** The status of the reply that was begun; 0 before that. */
    int status() {
        return status;
    }

    /** The number of body bytes that were passed to the connection. */
    long sent() {
        return sent;
    }

    /** Sends a short text. */
    void send(Reply.Text reply) throws IOException {
        byte[] body = reply.text().getBytes(StandardCharsets.UTF_8);
        ByteBuf content = headOnly ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body);
        DefaultFullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()), content);
        setHeaders(reply, response);
        if (reply.status() != 304) {
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        }
        sent += content.readableBytes();
        write(response);
        end();
    }

    /** Sends parts of the open file. */
    void send(Reply.Content reply, FileChannel file) throws IOException {
        HttpResponse response =
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()));
        setHeaders(reply, response);
        if (reply.compress()) {
            response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        } else {
            response.headers()
                    .set(HttpHeaderNames.CONTENT_LENGTH, reply.sections().length());
        }
        var _ = channel.write(response); // sent together with the next write
        if (!headOnly) {
            if (reply.compress()) {
                compress(reply.sections(), file);
            } else if (channel.pipeline().get(SslHandler.class) == null) {
                copyInKernel(reply.sections(), file);
            } else {
                copy(reply.sections(), file);
            }
        }
        write(new DefaultLastHttpContent());
        end();
    }

    private void setHeaders(Reply reply, HttpResponse response) {
        status = reply.status();
        reply.headers().forEach(response.headers()::set);
        response.headers()
                .set(
                        HttpHeaderNames.DATE,
                        DateFormatter.format(Date.from(Clock.systemUTC().instant())));
        HttpUtil.setKeepAlive(response, keepAlive);
    }

    private void end() throws IOException {
        await(last);
        if (!keepAlive) {
            var _ = channel.close();
        }
    }

    private void copyInKernel(Sections sections, FileChannel file) throws IOException {
        for (Section section : sections) {
            long end = section.offset() + section.length();
            for (long at = section.offset(); at < end; at += REGION_BYTES) {
                long count = Math.min(REGION_BYTES, end - at);
                writeInTurn(new OpenFileRegion(file, at, count), count);
            }
        }
        await(last); // The file must stay open until then.
    }

    private void copy(Sections sections, FileChannel file) throws IOException {
        SectionInput body = new SectionInput(sections, file);
        write(body);
        try {
            await(last); // The file must stay open until then.
        } finally {
            sent += body.progress();
        }
    }

    private void compress(Sections sections, FileChannel file) throws IOException {
        try (OutputStream gzip = new FastGzip(new Chunks())) {
            byte[] buffer = new byte[COMPRESSED_AT_ONCE];
            ByteBuffer view = ByteBuffer.wrap(buffer);
            for (Section section : sections) {
                long end = section.offset() + section.length();
                for (long at = section.offset(); at < end; ) {
                    view.clear().limit((int) Math.min(buffer.length, end - at));
                    int n = file.read(view, at);
                    if (n < 0) {
                        throw new IOException("the content ends before its index says");
                    }
                    gzip.write(buffer, 0, n);
                    at += n;
                }
            }
        }
    }

    /** Writes a part, then waits until the part before it is sent, so that at most two parts are in flight. */
    private void writeInTurn(Object part, long bytes) throws IOException {
        ChannelFuture before = last;
        write(part);
        sent += bytes;
        await(before);
    }

    private void write(Object part) {
        last = channel.writeAndFlush(part);
    }

    /** Waits for a future with a latch. The future's own wait method takes a detour on a virtual thread. */
    private static void await(ChannelFuture future) throws IOException {
        CountDownLatch done = new CountDownLatch(1);
        var _ = future.addListener(_ -> done.countDown());
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotSentException("the server stops", e);
        }
        if (!future.isSuccess()) {
            throw future.cause() instanceof UnreadableContentException fault
                    ? fault
                    : new NotSentException("the client is gone", future.cause());
        }
    }

    /** A part of a file that other parts share. Releasing the part must not close the file. */
    private static final class OpenFileRegion extends DefaultFileRegion {
        private final FileChannel file;

        OpenFileRegion(FileChannel file, long position, long count) {
            super(file, position, count);
            this.file = file;
        }

        /** The kernel does not report which side failed. The file failed if it has become too short. */
        @Override
        public long transferTo(WritableByteChannel target, long position) throws IOException {
            try {
                return super.transferTo(target, position);
            } catch (IOException e) {
                throw file.size() < position() + count() ? new UnreadableContentException(e) : e;
            }
        }

        @Override
        protected void deallocate() {}
    }

    /** Sends the bytes that are written to it. */
    private final class Chunks extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            ByteBuf chunk = channel.alloc().directBuffer(length).writeBytes(bytes, offset, length);
            writeInTurn(new DefaultHttpContent(chunk), length);
        }
    }
}
