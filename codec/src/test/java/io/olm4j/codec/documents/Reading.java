package io.olm4j.codec.documents;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.ReaderLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads texts in tests, with numbers as in catalogs. */
public final class Reading {
    private Reading() {}

    static List<JsonNode> trees(byte[] content) {
        return trees(content, ReaderLimits.DEFAULT);
    }

    static List<JsonNode> trees(byte[] content, ReaderLimits limits) {
        List<JsonNode> trees = new ArrayList<>();
        try {
            new DocumentReader(limits, Numbers.FLOAT64)
                    .read(new ByteArrayInputStream(content), "catalog.yaml", document -> trees.add(document.tree()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return trees;
    }

    static List<JsonNode> trees(String content) {
        return trees(content.getBytes(StandardCharsets.UTF_8));
    }

    /** The documents as canonical JSON. */
    public static List<String> json(String content) {
        return trees(content).stream().map(CanonicalJson::write).toList();
    }
}
