package io.olm4j.cli.render;

import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.CatalogSyntaxException;
import io.olm4j.fbc.Meta;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads the objects of a catalog directory, each of which must have a schema. */
final class CatalogDirectory {
    private CatalogDirectory() {}

    /**
     * Reads them in the order of the files.
     *
     * @throws CatalogSyntaxException if a file is no catalog content
     * @throws IOException if a file can't be read
     */
    static void read(Path directory, Consumer<Meta> consumer) throws IOException {
        new CatalogReader().readDirectory(directory, meta -> {
            if (meta.schema().isEmpty()) {
                throw new CatalogSyntaxException(meta.location(), "the object has no schema");
            }
            consumer.accept(meta);
        });
    }
}
