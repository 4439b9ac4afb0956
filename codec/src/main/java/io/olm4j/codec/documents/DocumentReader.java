package io.olm4j.codec.documents;

import io.olm4j.codec.json.Document;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/** Reads the documents of a stream of concatenated JSON values or YAML, in the dialect of go-yaml and within limits. */
public final class DocumentReader {
    private final ReaderLimits limits;
    private final Numbers numbers;

    public DocumentReader(ReaderLimits limits, Numbers numbers) {
        this.limits = limits;
        this.numbers = numbers;
    }

    /**
     * Reads a stream to its end; does not close it.
     *
     * @param name stands for the file in locations
     * @throws TextSyntaxException if the stream is neither JSON nor YAML
     * @throws IOException if reading fails
     */
    public void read(InputStream in, String name, Consumer<Document> consumer) throws IOException {
        read(in, name, limits, DocumentParser.documents(limits, numbers), consumer);
    }

    /** Reads a stream in the calling thread. */
    public static <T> void read(
            InputStream in, String name, ReaderLimits limits, DocumentParser<T> parser, Consumer<T> consumer)
            throws IOException {
        new StreamReading<T>(name, limits, parser, (_, parsing) -> parsing.get().forEach(consumer)).read(in);
    }
}
