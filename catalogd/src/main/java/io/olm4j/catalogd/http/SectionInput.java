package io.olm4j.catalogd.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.stream.ChunkedInput;
import io.olm4j.catalogd.store.Section;
import io.olm4j.catalogd.store.Sections;
import io.olm4j.process.http.HttpServer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a file as the body of a reply. The thread that encrypts and sends the body also reads it, piece by piece. So
 * the bytes stay in its processor's cache, and no more is read than the client accepts.
 */
final class SectionInput implements ChunkedInput<HttpContent> {

    private static final int CHUNK_BYTES = HttpServer.CHUNK_BYTES;

    private final Iterator<Section> sections;
    private final FileChannel file;
    private final long length;
    private Section current = new Section(0, 0);
    private long inSection;
    private long progress;

    /** @param file closed by the caller, once the reply is sent */
    SectionInput(Sections sections, FileChannel file) {
        this.sections = sections.iterator();
        this.file = file;
        this.length = sections.length();
    }

    @Override
    public boolean isEndOfInput() {
        return progress == length;
    }

    @Override
    public void close() {}

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public @Nullable HttpContent readChunk(ChannelHandlerContext context) throws IOException {
        return readChunk(context.alloc());
    }

    @Override
    public @Nullable HttpContent readChunk(ByteBufAllocator allocator) throws IOException {
        if (isEndOfInput()) {
            return null;
        }
        while (inSection == current.length()) {
            current = sections.next();
            inSection = 0;
        }
        int size = (int) Math.min(CHUNK_BYTES, current.length() - inSection);
        ByteBuf chunk = allocator.directBuffer(size);
        try {
            while (chunk.readableBytes() < size) {
                int there = chunk.readableBytes();
                if (chunk.writeBytes(file, current.offset() + inSection + there, size - there) < 0) {
                    throw new IOException("the content ends before its index says");
                }
            }
        } catch (IOException | RuntimeException e) {
            chunk.release();
            throw new UnreadableContentException(e);
        }
        inSection += size;
        progress += size;
        return new DefaultHttpContent(chunk);
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long progress() {
        return progress;
    }
}
