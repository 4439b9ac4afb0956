package io.olm4j.catalogrender;

import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.Meta;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads the objects of a catalog directory, each of which must have a schema. */
final class CatalogSource {
    private CatalogSource() {}

    /**
     * Reads them in the order of the files.
     *
     * @throws TextSyntaxException if a file is not catalog content
     * @throws IOException if a file cannot be read
     */
    static void read(Path directory, Consumer<Meta> consumer) throws IOException {
        new CatalogReader().readDirectory(directory, meta -> {
            if (meta.schema().isEmpty()) {
                throw new TextSyntaxException(meta.location(), "the object has no schema");
            }
            consumer.accept(meta);
        });
    }
}
