package io.olm4j.catalogdclient;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.function.BooleanSupplier;

/** An input that can be read until its reader is cancelled. */
final class CancellableInputStream extends FilterInputStream {
    private final BooleanSupplier isCancelled;

    CancellableInputStream(InputStream in, BooleanSupplier isCancelled) {
        super(in);
        this.isCancelled = isCancelled;
    }

    @Override
    public int read() throws IOException {
        check();
        return super.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        check();
        return super.read(bytes, offset, length);
    }

    private void check() throws InterruptedIOException {
        if (isCancelled.getAsBoolean()) {
            throw new InterruptedIOException("the reader was cancelled");
        }
    }
}
