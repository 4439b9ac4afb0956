package io.olm4j.files;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Decompresses gzip of any origin. The JDK calls itself for each member without data, so that many of them in a row
 * would overflow the stack; here more than a few are an error.
 */
public final class GzipInput extends GZIPInputStream {

    private static final int MOST_EMPTY_MEMBERS = 100;

    private int calls;

    /**
     * Reads the header of the first member.
     *
     * @param buffer its size in bytes
     * @throws ZipException if this is no gzip
     * @throws IOException if the input cannot be read
     */
    public GzipInput(InputStream compressed, int buffer) throws IOException {
        super(compressed, buffer);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (calls > MOST_EMPTY_MEMBERS) {
            throw new ZipException("more than " + MOST_EMPTY_MEMBERS + " members without data in a row");
        }
        calls++;
        try {
            return super.read(bytes, offset, length);
        } finally {
            calls--;
        }
    }
}
