package io.olm4j.oci;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file being written whose failures (disk full) are told apart from those of the connection it is filled from. */
final class LocalFile implements AutoCloseable {

    private final OutputStream out;

    private LocalFile(OutputStream out) {
        this.out = out;
    }

    static LocalFile create(Path path) {
        try {
            return new LocalFile(Files.newOutputStream(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(byte[] buffer, int length) {
        try {
            out.write(buffer, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
