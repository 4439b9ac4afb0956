package io.olm4j.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.CatalogSyntaxException;
import io.olm4j.fbc.ReaderLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the YAML and JSON of a bundle, in the dialect of go-yaml and within limits. */
final class BundleYaml {
    /** Aliases may not blow a document up beyond this; deeper trees than this serve no API object. */
    private static final ReaderLimits LIMITS = new ReaderLimits(16 << 20, 300);

    private BundleYaml() {}

    /**
     * The documents of a text, empty ones left out.
     *
     * @throws ManifestSyntaxException when it is neither YAML nor JSON, or a document is no object
     */
    static List<ObjectNode> documents(String text) {
        List<ObjectNode> documents = new ArrayList<>();
        try {
            new CatalogReader(LIMITS)
                    .readStream(new ByteArrayInputStream(text.getBytes(UTF_8)), "", meta -> documents.add(meta.blob()));
        } catch (CatalogSyntaxException e) {
            throw new ManifestSyntaxException("line " + e.location().line() + ": " + e.problem());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        documents.removeIf(JsonNode::isEmpty);
        return documents;
    }

    /**
     * The first document of a text, an empty object when there is none.
     *
     * @throws ManifestSyntaxException when it is neither YAML nor JSON, or a document is no object
     */
    static ObjectNode document(String text) {
        List<ObjectNode> documents = documents(text);
        return documents.isEmpty() ? JsonNodeFactory.instance.objectNode() : documents.getFirst();
    }
}
