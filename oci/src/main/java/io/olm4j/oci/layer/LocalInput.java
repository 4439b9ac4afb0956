package io.olm4j.oci.layer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * A local file that is being read. Its failures (a broken disk) are UncheckedIOExceptions, to distinguish them from
 * errors in the content, which the readers of archives report as IOExceptions.
 */
final class LocalInput extends FilterInputStream {

    LocalInput(InputStream file) {
        super(file);
    }

    @Override
    public int read() {
        return (int) unchecked(super::read);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
        return (int) unchecked(() -> super.read(buffer, offset, length));
    }

    @Override
    public long skip(long n) {
        return unchecked(() -> super.skip(n));
    }

    @Override
    public int available() {
        return (int) unchecked(super::available);
    }

    /** A call of the file. */
    @FunctionalInterface
    private interface Call {
        long make() throws IOException;
    }

    private static long unchecked(Call call) {
        try {
            return call.make();
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException("a downloaded layer cannot be read: " + e.getMessage(), e));
        }
    }
}
