package io.olm4j.catalogdclient;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads one range of a file; closing it leaves the file open. */
final class RangeInputStream extends InputStream {
    private final FileChannel channel;
    private final long end;
    private long position;

    RangeInputStream(FileChannel channel, ByteRange range) {
        this.channel = channel;
        this.position = range.offset();
        this.end = range.end();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (position >= end) {
            return -1;
        }
        int wanted = (int) Math.min(length, end - position);
        int read = channel.read(ByteBuffer.wrap(buffer, offset, wanted), position);
        if (read > 0) {
            position += read;
        }
        return read;
    }
}
