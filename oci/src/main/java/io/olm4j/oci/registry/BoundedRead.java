package io.olm4j.oci.registry;

import io.olm4j.oci.ContentException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a small document into memory, up to a limit. A longer document is not read to its end, and so never verified.
 */
final class BoundedRead {

    private BoundedRead() {}

    static byte[] all(InputStream in, long limit, String what) throws IOException, ContentException {
        byte[] content = in.readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
        if (content.length > limit) {
            throw ContentException.unverified(what + ": it is larger than " + limit + " bytes");
        }
        return content;
    }
}
