package io.olm4j.fbc;

import io.olm4j.codec.json.PrettyJson;
import io.olm4j.codec.yaml.YamlText;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/**
 * Writes the objects of a catalog for people, one after another, so that {@link CatalogReader} reads the same objects
 * again. There is one exception: YAML cannot represent half of a surrogate pair, so it becomes U+FFFD; opm does not
 * read it either.
 */
public final class CatalogWriter {
    private final OutputStream out;
    private final Format format;

    /** How objects are written. */
    public enum Format {
        /** JSON, indented by 4 blanks; objects of the known schemas begin with schema and name. */
        JSON,

        /** YAML in block style, a {@code ---} before every object, keys sorted. */
        YAML
    }

    /** @param out not closed by the writer; the caller buffers it if needed */
    public CatalogWriter(OutputStream out, Format format) {
        this.out = out;
        this.format = format;
    }

    /**
     * Writes one object.
     *
     * @throws IOException if the stream fails
     */
    public void write(Meta meta) throws IOException {
        out.write(text(meta, format).getBytes(StandardCharsets.UTF_8));
    }

    /** The text of one object with a line end, as {@link #write} writes it. */
    public static String text(Meta meta, Format format) {
        return switch (format) {
            case JSON -> PrettyJson.write(meta.blob(), KeyOrder.of(meta), KeyOrder::under) + "\n";
            case YAML -> "---\n" + YamlText.write(meta.blob());
        };
    }

    /**
     * Writes a whole catalog in the order of {@link CatalogOrder}.
     *
     * @throws IOException if the stream fails
     */
    public void writeAll(Collection<Meta> metas) throws IOException {
        for (Meta meta : CatalogOrder.sorted(metas)) {
            write(meta);
        }
    }
}
