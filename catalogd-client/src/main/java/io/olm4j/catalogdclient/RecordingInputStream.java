package io.olm4j.catalogdclient;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;

/** Writes to a file and hashes whatever is read through it, up to a limit. */
final class RecordingInputStream extends InputStream {
    private final InputStream in;
    private final OutputStream out;
    private final long limit;
    private final MessageDigest digest = ContentHash.sha256();
    private long count;

    RecordingInputStream(InputStream in, OutputStream out, long limit) {
        this.in = in;
        this.out = out;
        this.limit = limit;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int read = in.read(buffer, offset, length);
        if (read > 0) {
            count += read;
            if (count > limit) {
                throw new CatalogTooLargeException(limit);
            }
            out.write(buffer, offset, read);
            digest.update(buffer, offset, read);
        }
        return read;
    }

    long count() {
        return count;
    }

    /** The hash of all that was read; to be asked once, at the end. */
    String hash() {
        return ContentHash.hex(digest);
    }
}
