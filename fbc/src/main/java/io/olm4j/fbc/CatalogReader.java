package io.olm4j.fbc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Reads the objects of a file-based catalog, one at a time, from a directory or a stream of JSON or YAML.
 *
 * <p>It takes what the original takes: every file whatever its name but those an {@code .indexignore} excludes, concatenated
 * JSON values, YAML documents in the dialect of go-yaml. Unlike the original it reads in a fixed order and drops nothing
 * silently. A document without content is handed over as an empty object without schema; whoever needs a schema must check.
 */
public final class CatalogReader {
    private final ReaderLimits limits;

    public CatalogReader() {
        this(ReaderLimits.DEFAULT);
    }

    public CatalogReader(ReaderLimits limits) {
        this.limits = limits;
    }

    /**
     * Reads every file of a catalog directory, in lexical order of the walk.
     *
     * @throws CatalogSyntaxException if a file is no catalog content
     * @throws IOException if a file can't be read
     */
    public void readDirectory(Path root, Consumer<Meta> consumer) throws IOException {
        for (CatalogFiles.CatalogFile file : CatalogFiles.list(root)) {
            readFile(file, consumer);
        }
    }

    /**
     * Reads one file of a catalog directory.
     *
     * @throws CatalogSyntaxException if it is no catalog content
     * @throws IOException if it can't be read
     */
    public void readFile(CatalogFiles.CatalogFile file, Consumer<Meta> consumer) throws IOException {
        try (InputStream in = Files.newInputStream(file.path())) {
            readStream(in, file.name(), consumer);
        }
    }

    /**
     * Reads a stream to its end; does not close it.
     *
     * @param name stands for the file in locations
     * @throws CatalogSyntaxException if the stream is no catalog content
     * @throws IOException if reading fails
     */
    public void readStream(InputStream in, String name, Consumer<Meta> consumer) throws IOException {
        new DocumentReader(limits, Numbers.FLOAT64).read(in, name, document -> consumer.accept(meta(document)));
    }

    /**
     * Checks that a text is YAML that has a JSON form, by the rules of the catalogs' dialect; it may hold anything.
     *
     * @throws CatalogSyntaxException if it is not
     */
    public static void checkYaml(String text, String name) {
        new YamlTrees(ReaderLimits.DEFAULT, Numbers.FLOAT64).parse(new YamlChunks.Chunk(text, new Location(name, 1)));
    }

    private static Meta meta(Document document) {
        return switch (document.tree()) {
            case ObjectNode blob -> Meta.of(blob, document.location());
            case NullNode _ -> Meta.of(JsonNodeFactory.instance.objectNode(), document.location());
            default ->
                throw new CatalogSyntaxException(
                        document.location(),
                        "a catalog consists of objects, but here is " + JsonKinds.describe(document.tree()));
        };
    }
}
