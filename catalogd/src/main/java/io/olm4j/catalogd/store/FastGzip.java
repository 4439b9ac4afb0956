package io.olm4j.catalogd.store;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Compresses at the lowest level: catalogs compress well at every level, so the fastest one is best. */
public final class FastGzip extends GZIPOutputStream {

    private static final int BUFFER = 64 << 10;

    public FastGzip(OutputStream out) throws IOException {
        super(out, BUFFER);
        def.setLevel(Deflater.BEST_SPEED);
    }
}
