package io.olm4j.codec.documents;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.yaml.YamlText;

/**
 * Writes documents as YAML in the dialect that {@link DocumentReader} reads, so that no text turns into a number or a
 * boolean.
 */
public final class DocumentWriter {
    private DocumentWriter() {}

    /** The text of a tree in block style, keys sorted, with a line end. */
    public static String yaml(JsonNode tree) {
        return YamlText.write(tree);
    }
}
