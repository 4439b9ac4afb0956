package io.olm4j.fbc;

import io.olm4j.codec.json.PrettyJson;
import io.olm4j.codec.yaml.YamlText;

/**
 * Writes the objects of a catalog for people, one after another, so that {@link CatalogReader} reads the same objects
 * again. There is one exception: YAML cannot represent half of a surrogate pair, so it becomes U+FFFD; opm does not
 * read it either.
 */
public final class CatalogWriter {
    private CatalogWriter() {}

    /** How objects are written. */
    public enum Format {
        /** JSON, indented by 4 blanks; objects of the known schemas begin with schema and name. */
        JSON,

        /** YAML in block style, a {@code ---} before every object, keys sorted. */
        YAML
    }

    /** The text of one object with a line end. */
    public static String text(Meta meta, Format format) {
        return switch (format) {
            case JSON -> PrettyJson.write(meta.blob(), KeyOrder.of(meta), KeyOrder::under) + "\n";
            case YAML -> "---\n" + YamlText.write(meta.blob());
        };
    }
}
