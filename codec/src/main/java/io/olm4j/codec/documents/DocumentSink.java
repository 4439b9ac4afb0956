package io.olm4j.codec.documents;

import io.olm4j.codec.text.TextSyntaxException;
import java.util.List;
import java.util.function.Supplier;

/** Takes the documents of a stream in their order, before they are parsed. */
@FunctionalInterface
public interface DocumentSink<T> {
    /**
     * Takes the next document.
     *
     * @param size the approximate size of its text in memory, in bytes or characters
     * @param parsing parses the text, in any thread; throws {@link TextSyntaxException}
     */
    void accept(int size, Supplier<List<T>> parsing);
}
