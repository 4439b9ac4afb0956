package io.olm4j.oci.layer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that is being written. Its failures (disk full) are UncheckedIOExceptions, to distinguish them from failures
 * of the connection that provides the content.
 */
public final class LocalFile implements AutoCloseable {

    private final FileChannel channel;

    private LocalFile(FileChannel channel) {
        this.channel = channel;
    }

    public static LocalFile create(Path path) {
        try {
            return new LocalFile(FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void write(byte[] buffer, int length) {
        ByteBuffer rest = ByteBuffer.wrap(buffer, 0, length);
        try {
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes the content, to start again. */
    public void truncate() {
        try {
            channel.truncate(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
