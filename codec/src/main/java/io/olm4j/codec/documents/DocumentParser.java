package io.olm4j.codec.documents;

import io.olm4j.codec.json.Document;
import io.olm4j.codec.json.JsonText;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.codec.yaml.YamlChunks;
import io.olm4j.codec.yaml.YamlTrees;
import java.util.List;

/** Parses the documents of a stream into values of one type. Any number of threads may use one parser. */
public interface DocumentParser<T> {
    /**
     * Parses a JSON value.
     *
     * @throws TextSyntaxException if it is not JSON, or if the parser does not accept its content
     */
    T json(byte[] value, Location location);

    /**
     * Parses YAML that may hold several documents.
     *
     * @throws TextSyntaxException if it is not YAML, or if the parser does not accept its content
     */
    List<T> yaml(YamlChunks.Chunk chunk);

    /** A parser that accepts any content and gives it as documents. */
    static DocumentParser<Document> documents(ReaderLimits limits, Numbers numbers) {
        JsonText json = new JsonText(limits, numbers);
        return new DocumentParser<>() {
            @Override
            public Document json(byte[] value, Location location) {
                return json.document(value, location);
            }

            @Override
            public List<Document> yaml(YamlChunks.Chunk chunk) {
                return new YamlTrees(limits, numbers).parse(chunk);
            }
        };
    }
}
