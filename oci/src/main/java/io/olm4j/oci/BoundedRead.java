package io.olm4j.oci;

import java.io.IOException;
import java.io.InputStream;

/** Reads a small document into memory, up to a limit. */
final class BoundedRead {

    private BoundedRead() {}

    static byte[] all(InputStream in, long limit, String what) throws IOException, ContentException {
        byte[] content = in.readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
        if (content.length > limit) {
            throw new ContentException(what + ": it is larger than " + limit + " bytes");
        }
        return content;
    }
}
