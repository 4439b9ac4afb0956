package io.olm4j.catalogdclient;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a file and distinguishes its failures from those of the network. */
final class DiskOutputStream extends OutputStream {
    private final Path directory;
    private final OutputStream out;

    DiskOutputStream(Path file) throws DiskException {
        this.directory = file.resolveSibling("");
        try {
            out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        } catch (IOException e) {
            throw new DiskException(directory, e);
        }
    }

    @Override
    public void write(int b) throws DiskException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws DiskException {
        try {
            out.write(buffer, offset, length);
        } catch (IOException e) {
            throw new DiskException(directory, e);
        }
    }

    @Override
    public void flush() throws DiskException {
        try {
            out.flush();
        } catch (IOException e) {
            throw new DiskException(directory, e);
        }
    }

    @Override
    public void close() throws DiskException {
        try {
            out.close();
        } catch (IOException e) {
            throw new DiskException(directory, e);
        }
    }
}
