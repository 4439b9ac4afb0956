package io.olm4j.fbc;

import io.olm4j.codec.documents.DocumentParser;
import io.olm4j.codec.documents.DocumentReader;
import io.olm4j.codec.documents.StreamReading;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.codec.yaml.YamlChunks;
import io.olm4j.codec.yaml.YamlTrees;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Reads the objects of a file-based catalog, one at a time, from a directory or a stream of JSON or YAML.
 *
 * <p>It accepts the same input as opm: files of any name unless an {@code .indexignore} excludes them, concatenated
 * JSON values, YAML documents in the dialect of go-yaml. Unlike opm it reads in a fixed order and drops nothing
 * silently. A document without content is handed over as an empty object without schema; a caller that needs a schema
 * must check it.
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
     * @throws TextSyntaxException if a file is no catalog content
     * @throws IOException if a file cannot be read
     */
    public void readDirectory(Path root, Consumer<Meta> consumer) throws IOException {
        for (CatalogFiles.CatalogFile file : CatalogFiles.list(root)) {
            readFile(file, consumer);
        }
    }

    /**
     * Reads every file of a catalog directory, in lexical order of the walk, in several threads.
     *
     * @param consumer called in the calling thread, in order
     * @param helpers threads beside the calling one
     * @throws TextSyntaxException if a file is not catalog content; if several are not, for the first
     * @throws IOException if a file cannot be read
     */
    public void readCanonical(Path root, Consumer<CanonicalMeta> consumer, Executor helpers) throws IOException {
        OrderedTasks<List<CanonicalMeta>> tasks = new OrderedTasks<>(helpers, objects -> objects.forEach(consumer));
        DocumentParser<CanonicalMeta> parser = MetaParsers.canonical(limits);
        try {
            for (CatalogFiles.CatalogFile file : CatalogFiles.list(root)) {
                try (InputStream in = Files.newInputStream(file.path())) {
                    new StreamReading<>(file.name(), limits, parser, tasks::submit).read(in);
                }
            }
        } catch (TextSyntaxException e) {
            tasks.finish(); // An earlier object may have an error, which is reported first.
            throw e;
        }
        tasks.finish();
    }

    /**
     * Reads one file of a catalog directory.
     *
     * @throws TextSyntaxException if the file is not catalog content
     * @throws IOException if it cannot be read
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
     * @throws TextSyntaxException if the stream is not catalog content
     * @throws IOException if reading fails
     */
    public void readStream(InputStream in, String name, Consumer<Meta> consumer) throws IOException {
        DocumentReader.read(in, name, limits, MetaParsers.metas(limits), consumer);
    }

    /**
     * Checks that a text is YAML in the dialect of catalogs and has a JSON form. Its content is not checked.
     *
     * @throws TextSyntaxException if it is not
     */
    public static void checkYaml(String text, String name) {
        new YamlTrees(ReaderLimits.DEFAULT, Numbers.FLOAT64).parse(new YamlChunks.Chunk(text, new Location(name, 1)));
    }
}
