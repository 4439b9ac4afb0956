package io.olm4j.oci.layer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that are read from the layers of an image, and stops at the limit. */
final class MeteredInput extends FilterInputStream {

    /** Thrown if more was read than allowed. */
    static final class LimitExceededException extends IOException {
        LimitExceededException(String message) {
            super(message);
        }
    }

    /** The limit for long names and extended headers of one entry, which the tar reader keeps in memory. */
    static final long HEADER_BYTES = 1 << 20;

    private final UnpackBudget budget;
    private long headerLeft = Long.MAX_VALUE;

    MeteredInput(InputStream in, UnpackBudget budget) {
        super(in);
        this.budget = budget;
    }

    /** Starts to count a header, which has its own limit. */
    void beginHeader() {
        headerLeft = HEADER_BYTES;
    }

    /** Ends the header; the content of a file follows. */
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
