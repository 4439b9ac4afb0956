package io.olm4j.codec.documents;

import io.olm4j.codec.json.JsonValues;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextEncoding;
import io.olm4j.codec.text.TextSizeException;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.codec.yaml.YamlChunks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import java.util.Optional;

/** One pass over one stream: JSON values if it starts with an object, YAML documents otherwise. */
public final class StreamReading<T> {
    private final String file;
    private final ReaderLimits limits;
    private final DocumentParser<T> parser;
    private final DocumentSink<T> documents;

    /**
     * @param file the name for locations
     * @param documents takes each document in its order; those after the second may be parsed in any thread
     */
    public StreamReading(String file, ReaderLimits limits, DocumentParser<T> parser, DocumentSink<T> documents) {
        this.file = file;
        this.limits = limits;
        this.parser = parser;
        this.documents = documents;
    }

    /**
     * Reads a stream to its end; does not close it.
     *
     * @throws TextSyntaxException if the stream is neither JSON nor YAML, or exceeds a limit
     * @throws IOException if reading fails
     */
    public void read(InputStream in) throws IOException {
        JsonValues values = new JsonValues(TextEncoding.toUtf8(in, file, limits), file, limits);
        if (values.startsWithObject()) {
            readJson(values);
        } else if (!values.isEmpty()) {
            readYaml(yaml(values, 0));
        }
    }

    private void readJson(JsonValues values) throws IOException {
        for (int read = 0; read < 2; read++) {
            List<T> object;
            try {
                if (!values.advance()) {
                    return;
                }
                object = List.of(parser.json(values.copy(), values.location()));
            } catch (TextSizeException e) {
                throw e;
            } catch (TextSyntaxException e) {
                readYamlInstead(values, e);
                return;
            }
            documents.accept(values.length(), () -> object);
        }
        while (values.advance()) {
            byte[] value = values.copy();
            Location location = values.location();
            documents.accept(value.length, () -> List.of(parser.json(value, location)));
        }
    }

    /**
     * A stream that stops being JSON within its first two values may still be YAML, whose flow style looks like JSON.
     */
    private void readYamlInstead(JsonValues values, TextSyntaxException jsonProblem) throws IOException {
        YamlChunks chunks = yamlInstead(values);
        YamlChunks.Chunk first;
        List<T> objects;
        try {
            first = chunks.next().orElseThrow(() -> jsonProblem);
            objects = parser.yaml(first);
        } catch (TextSizeException e) {
            throw e;
        } catch (TextSyntaxException e) {
            throw jsonProblem;
        }
        documents.accept(first.text().length(), () -> objects);
        readYaml(chunks);
    }

    /** Drops the blanks before the value if no line end precedes it, because they are then not indentation. */
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
        Optional<YamlChunks.Chunk> next = chunks.next();
        while (next.isPresent()) {
            YamlChunks.Chunk chunk = next.get();
            documents.accept(chunk.text().length(), () -> parser.yaml(chunk));
            next = chunks.next();
        }
    }
}
