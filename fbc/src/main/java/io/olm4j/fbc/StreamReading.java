package io.olm4j.fbc;

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
    private final Numbers numbers;
    private final Consumer<Document> consumer;
    private final JsonText json;

    StreamReading(String file, ReaderLimits limits, Numbers numbers, Consumer<Document> consumer) {
        this.file = file;
        this.limits = limits;
        this.numbers = numbers;
        this.consumer = consumer;
        this.json = new JsonText(limits, numbers);
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
            Optional<Document> document;
            try {
                document = values.advance() ? Optional.of(json.document(values)) : Optional.empty();
            } catch (CatalogSizeException e) {
                throw e;
            } catch (CatalogSyntaxException e) {
                if (read > 1) {
                    throw e;
                }
                readYamlInstead(values, e);
                return;
            }
            if (document.isEmpty()) {
                return;
            }
            consumer.accept(document.get());
            read++;
        }
    }

    /** A stream that is no JSON after at most one object may still be YAML, whose flow style looks like JSON. */
    private void readYamlInstead(JsonValues values, CatalogSyntaxException jsonProblem) throws IOException {
        YamlChunks chunks = yamlInstead(values);
        List<Document> first;
        try {
            first = chunks.next().map(this::documents).orElseThrow(() -> jsonProblem);
        } catch (CatalogSizeException e) {
            throw e;
        } catch (CatalogSyntaxException e) {
            throw jsonProblem;
        }
        if (!first.stream().map(Document::tree).allMatch(tree -> tree.isObject() || tree.isNull())) {
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
            documents(chunk.get()).forEach(consumer);
            chunk = chunks.next();
        }
    }

    private List<Document> documents(YamlChunks.Chunk chunk) {
        return new YamlTrees(limits, numbers).parse(chunk);
    }
}
