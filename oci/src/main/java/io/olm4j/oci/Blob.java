package io.olm4j.oci;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Content to upload, with its media type and digest.
 *
 * @param mediaType the media type of the content
 * @param digest the hash of the content
 * @param size the size of the content, in bytes
 * @param content the content itself
 */
public record Blob(String mediaType, Digest digest, long size, Content content) {

    /** Writes the content; may be called any number of times. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** A small document, held in memory. */
    public static Blob of(String mediaType, byte[] document) {
        byte[] copy = document.clone();
        return new Blob(mediaType, Digest.sha256(copy), copy.length, out -> out.write(copy));
    }
}
