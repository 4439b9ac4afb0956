package io.olm4j.codec.text;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Converts text with a byte order mark to UTF-8 without one. */
public final class TextEncoding {
    private TextEncoding() {}

    /**
     * A text in UTF-8. Text in UTF-16 is held in memory.
     *
     * @param file the name for locations
     * @throws TextSizeException if a text in UTF-16 is larger than the limit of a document
     * @throws IOException if reading fails
     */
    public static InputStream toUtf8(InputStream in, String file, ReaderLimits limits) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, 1 << 16);
        buffered.mark(4);
        int first = buffered.read();
        int second = buffered.read();
        if (first == 0xFE && second == 0xFF) {
            return transcode(buffered, StandardCharsets.UTF_16BE, file, limits);
        }
        if (first == 0xFF && second == 0xFE) {
            return transcode(buffered, StandardCharsets.UTF_16LE, file, limits);
        }
        if (first != 0xEF || second != 0xBB || buffered.read() != 0xBF) {
            buffered.reset();
        }
        return buffered;
    }

    /** Holds the text in memory, because UTF-16 is rare. */
    private static InputStream transcode(InputStream in, Charset charset, String file, ReaderLimits limits)
            throws IOException {
        byte[] all = in.readNBytes(limits.documentBytes());
        if (in.read() >= 0) {
            throw new TextSizeException(new Location(file, 1), limits.documentBytes());
        }
        return new ByteArrayInputStream(new String(all, charset).getBytes(StandardCharsets.UTF_8));
    }
}
