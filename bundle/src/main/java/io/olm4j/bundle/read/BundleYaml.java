package io.olm4j.bundle.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.ManifestSyntaxException;
import io.olm4j.codec.documents.DocumentReader;
import io.olm4j.codec.json.Document;
import io.olm4j.codec.json.JsonKinds;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the YAML and JSON of a bundle, in the dialect of go-yaml and within limits. Integers of 64 bits stay exact. */
final class BundleYaml {
    /** The limit of a document, also after its aliases are expanded. */
    private static final ReaderLimits LIMITS = new ReaderLimits(16 << 20, ReaderLimits.DEPTH, ManifestValueCount.MOST);

    private static final DocumentReader READER = new DocumentReader(LIMITS, Numbers.INT64);

    private BundleYaml() {}

    /**
     * The documents of a text, without empty ones.
     *
     * @param values counts each document before the next one is read
     * @throws ManifestSyntaxException if it is neither YAML nor JSON, or a document is not an object
     */
    static List<ObjectNode> documents(String text, ManifestValueCount values) {
        List<ObjectNode> documents = new ArrayList<>();
        try {
            READER.read(new ByteArrayInputStream(text.getBytes(UTF_8)), "", document -> {
                values.add(document.tree());
                if (!document.tree().isNull()) {
                    documents.add(object(document));
                }
            });
        } catch (TextSyntaxException e) {
            if (e.problem().contains(LIMITS.nodesExceeded())) {
                throw ManifestValueCount.tooMany(); // To divide the document would not help.
            }
            throw new ManifestSyntaxException("line " + e.location().line() + ": " + e.problem());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return documents;
    }

    private static ObjectNode object(Document document) {
        if (document.tree() instanceof ObjectNode object) {
            return object;
        }
        throw new ManifestSyntaxException("line " + document.location().line() + ": expected an object, but found "
                + JsonKinds.describe(document.tree()));
    }

    /**
     * The first document of a text; an empty object if there is none.
     *
     * @throws ManifestSyntaxException if it is neither YAML nor JSON, or a document is not an object
     */
    static ObjectNode document(String text) {
        List<ObjectNode> documents = documents(text, new ManifestValueCount());
        return documents.isEmpty() ? JsonNodeFactory.instance.objectNode() : documents.getFirst();
    }
}
