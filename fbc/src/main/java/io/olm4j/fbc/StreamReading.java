package io.olm4j.fbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One pass over one stream: JSON values if it starts with an object, YAML documents otherwise. */
final class StreamReading {
    private final String file;
    private final ReaderLimits limits;
    private final Consumer<Meta> consumer;
    private final JsonText json;

    StreamReading(String file, ReaderLimits limits, Consumer<Meta> consumer) {
        this.file = file;
        this.limits = limits;
        this.consumer = consumer;
        this.json = new JsonText(limits);
    }

    void read(InputStream in) throws IOException {
        JsonValues values = new JsonValues(TextEncoding.toUtf8(in, file, limits), file, limits.documentBytes());
        if (values.startsWithObject()) {
            readJson(values);
        } else if (!values.isEmpty()) {
            readYaml(yaml(values, 0));
        }
    }

    private void readJson(JsonValues values) throws IOException {
        int read = 0;
        while (true) {
            Optional<Meta> meta;
            try {
                meta = values.advance() ? Optional.of(json.meta(values)) : Optional.empty();
            } catch (CatalogSizeException e) {
                throw e;
            } catch (CatalogSyntaxException e) {
                if (read > 1) {
                    throw e;
                }
                readYamlInstead(values, e);
                return;
            }
            if (meta.isEmpty()) {
                return;
            }
            consumer.accept(meta.get());
            read++;
        }
    }

    /** A stream that is no JSON after at most one object may still be YAML, whose flow style looks like JSON. */
    private void readYamlInstead(JsonValues values, CatalogSyntaxException jsonProblem) throws IOException {
        YamlChunks chunks = yamlInstead(values);
        List<Meta> first;
        try {
            first = chunks.next().map(this::metas).orElseThrow(() -> jsonProblem);
        } catch (CatalogSizeException e) {
            throw e;
        } catch (CatalogSyntaxException e) {
            throw jsonProblem;
        }
        first.forEach(consumer);
        readYaml(chunks);
    }

    /** Blanks before the value are no indentation if nothing else begins its line. */
    private YamlChunks yamlInstead(JsonValues values) {
        return values.newlinesBefore() > 0
                ? yaml(values, 1)
                : new YamlChunks(values.restFromValue(), file, values.location().line(), limits.documentBytes());
    }

    private YamlChunks yaml(JsonValues values, int toleratedNewlines) {
        int line = values.location().line();
        if (values.newlinesBefore() <= toleratedNewlines) {
            return new YamlChunks(values.rest(), file, line, limits.documentBytes());
        }
        // The blank line is kept, because a blank text before the first separator is a document without content.
        InputStream blankLine = new ByteArrayInputStream(new byte[] {'\n'});
        return new YamlChunks(
                new SequenceInputStream(blankLine, values.rest()), file, line - 1, limits.documentBytes());
    }

    private void readYaml(YamlChunks chunks) throws IOException {
        Optional<YamlChunks.Chunk> chunk = chunks.next();
        while (chunk.isPresent()) {
            metas(chunk.get()).forEach(consumer);
            chunk = chunks.next();
        }
    }

    private List<Meta> metas(YamlChunks.Chunk chunk) {
        return new YamlTrees(limits)
                .parse(chunk).stream()
                        .map(document -> meta(document.tree(), document.location()))
                        .toList();
    }

    static Meta meta(JsonNode tree, Location location) {
        if (tree.isNull()) {
            return Meta.of(JsonNodeFactory.instance.objectNode(), location);
        }
        if (tree instanceof ObjectNode blob) {
            return Meta.of(blob, location);
        }
        throw new CatalogSyntaxException(
                location, "a catalog consists of objects, but here is " + JsonKinds.describe(tree));
    }
}
