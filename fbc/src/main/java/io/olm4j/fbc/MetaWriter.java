package io.olm4j.fbc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.CanonicalJson;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes objects of a catalog as compact JSON lines, byte for byte as catalogd serves them: keys sorted, numbers as Go
 * writes them.
 */
public final class MetaWriter {
    private final OutputStream out;

    /** @param out not closed by the writer; the caller buffers it if needed */
    public MetaWriter(OutputStream out) {
        this.out = out;
    }

    /**
     * Writes one object and a line end.
     *
     * @return the number of bytes written
     * @throws IOException if the stream fails
     */
    public int write(Meta meta) throws IOException {
        byte[] line = CanonicalJson.line(meta.blob());
        out.write(line);
        return line.length;
    }

    /** The canonical JSON text of an object, without a line end. */
    public static String json(ObjectNode blob) {
        return CanonicalJson.write(blob);
    }
}
