package io.olm4j.oci.layer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts what is read from the layers of an image, and stops when it is more than was allowed. */
final class MeteredInput extends FilterInputStream {

    /** More was read than allowed. */
    static final class LimitExceededException extends IOException {
        LimitExceededException(String message) {
            super(message);
        }
    }

    /** Long names and extended headers of one entry; the tar reader keeps them in memory. */
    static final long HEADER_BYTES = 1 << 20;

    private final UnpackBudget budget;
    private long headerLeft = Long.MAX_VALUE;

    MeteredInput(InputStream in, UnpackBudget budget) {
        super(in);
        this.budget = budget;
    }

    /** From here on a header is read, which may not be long. */
    void beginHeader() {
        headerLeft = HEADER_BYTES;
    }

    /** From here on the content of a file is read. */
    void endHeader() {
        headerLeft = Long.MAX_VALUE;
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        if (b >= 0) {
            count(1);
        }
        return b;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int n = super.read(buffer, offset, length);
        if (n > 0) {
            count(n);
        }
        return n;
    }

    @Override
    public long skip(long n) throws IOException {
        long skipped = super.skip(n);
        count(skipped);
        return skipped;
    }

    private void count(long n) throws IOException {
        headerLeft -= n;
        if (headerLeft < 0) {
            throw new LimitExceededException("an archive entry has a header of more than " + HEADER_BYTES + " bytes");
        }
        budget.spendBytes(n);
    }
}
