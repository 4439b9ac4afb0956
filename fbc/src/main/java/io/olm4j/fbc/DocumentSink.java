package io.olm4j.fbc;

import java.util.List;
import java.util.function.Supplier;

/** Takes the documents of a catalog in their order, before they are parsed. */
@FunctionalInterface
interface DocumentSink<T> {
    /**
     * Takes the next document.
     *
     * @param size what its text takes in memory, about
     * @param parsing gives what is wanted of its objects, in any thread; throws {@link CatalogSyntaxException}
     */
    void accept(int size, Supplier<List<T>> parsing);
}
