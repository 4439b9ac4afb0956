package io.olm4j.oci;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Content to upload, with its media type and digest.
 *
 * @param mediaType what the content is
 * @param digest hash of the content
 * @param size bytes of the content
 * @param content the content itself
 */
public record Blob(String mediaType, Digest digest, long size, Content content) {

    /** Can be written as often as wanted. */
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
