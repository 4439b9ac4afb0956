package io.olm4j.catalogdclient;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;

/** Counts and hashes what is written through it, and refuses more than a limit. */
final class MeasuredOutputStream extends OutputStream {
    private final OutputStream out;
    private final long limit;
    private final MessageDigest digest = ContentHash.sha256();
    private long count;

    /** @param out not closed by this */
    MeasuredOutputStream(OutputStream out, long limit) {
        this.out = out;
        this.limit = limit;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        count += length;
        if (count > limit) {
            throw new CatalogTooLargeException(limit);
        }
        out.write(buffer, offset, length);
        digest.update(buffer, offset, length);
    }

    long count() {
        return count;
    }

    /** The hash of all that was written; to be asked once, at the end. */
    String hash() {
        return ContentHash.hex(digest);
    }
}
