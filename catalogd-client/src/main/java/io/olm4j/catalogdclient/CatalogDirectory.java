package io.olm4j.catalogdclient;

import io.olm4j.files.AtomicFile;
import io.olm4j.files.DirectoryTree;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of one catalog: {@code metas-<hash>.jsonl} holds the objects, {@code index.json} their index. New
 * content counts from the moment at which the index is replaced.
 *
 * <p>All else is left from an interrupted write, or from the original operator-controller, which keeps a directory for
 * each package. Without an intact index there is no content: only the index knows which ClusterCatalog the objects were
 * read for.
 */
final class CatalogDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogDirectory.class);
    private static final String INDEX = "index.json";
    private static final String TEMPORARY = ".tmp";

    private final Path directory;

    CatalogDirectory(Path directory) {
        this.directory = directory;
    }

    /** Reads the index; empty if there is no complete content. */
    Optional<StoredCatalog> load() {
        Optional<StoredCatalog> loaded = readIndex();
        loaded.ifPresent(this::removeAllBut);
        return loaded;
    }

    Path path() {
        return directory;
    }

    /** A new file to write objects to, not yet part of the catalog. */
    Path newMetasFile() throws IOException {
        Files.createDirectories(directory);
        return Files.createTempFile(directory, "metas-", TEMPORARY);
    }

    /** Makes a written metas file the catalog's content. The files of older content stay. */
    void publish(Path written, StoredCatalog catalog) throws IOException {
        boolean isNew = !Files.exists(metas(catalog));
        AtomicFile.publish(written, metas(catalog));
        try {
            publishIndex(catalog);
        } catch (IOException e) {
            if (isNew) {
                Files.deleteIfExists(metas(catalog));
            }
            throw e;
        }
    }

    /** Replaces the index of unchanged content. */
    void publishIndex(StoredCatalog catalog) throws IOException {
        AtomicFile.write(directory.resolve(INDEX), IndexFormat.encode(catalog));
    }

    Path metas(StoredCatalog catalog) {
        return directory.resolve("metas-" + catalog.metasHash() + ".jsonl");
    }

    void remove() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                DirectoryTree.delete(file);
            }
        } catch (NoSuchFileException e) {
            return;
        }
        Files.delete(directory);
    }

    private Optional<StoredCatalog> readIndex() {
        try {
            StoredCatalog catalog = IndexFormat.decode(Files.readAllBytes(directory.resolve(INDEX)));
            if (Files.size(metas(catalog)) != catalog.metasLength()) {
                throw new IOException("the metas file has another size");
            }
            return Optional.of(catalog);
        } catch (IOException e) {
            LOG.info("The index in {} cannot be used: {}", directory, e.toString());
            return Optional.empty();
        }
    }

    /** Removes the files of older content. A file that cannot be removed only takes space until the next removal. */
    void removeAllBut(StoredCatalog catalog) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                boolean current = file.equals(metas(catalog)) || file.endsWith(INDEX);
                if (!current) {
                    DirectoryTree.delete(file);
                }
            }
        } catch (IOException e) {
            LOG.warn("Older content in {} cannot be removed: {}", directory, e.toString());
        }
    }
}
