package io.olm4j.catalogdclient;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;

/** Counts and hashes the bytes written through it, and refuses bytes beyond a limit. */
final class MeasuredOutputStream extends OutputStream {
    private final OutputStream out;
    private final long limit;
    private final MessageDigest digest = ContentHash.sha256();
    private long count;

    /** @param out stays open */
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

    /** The hash of all written bytes; call this once, at the end. */
    String hash() {
        return ContentHash.hex(digest);
    }
}
