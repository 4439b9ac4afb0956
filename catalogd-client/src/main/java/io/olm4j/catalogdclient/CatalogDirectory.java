package io.olm4j.catalogdclient;

import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.files.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One catalog's directory: {@code metas-<hash>.jsonl} with the objects and {@code index.json}, whose replacement is the
 * moment at which new content counts.
 *
 * <p>Whatever else lies there was left by an interrupted write. If the index is damaged it is built again from the
 * metas, which prove by their name that they are whole.
 */
final class CatalogDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogDirectory.class);
    private static final String INDEX = "index.json";
    private static final String TEMPORARY = ".tmp";

    private final Path directory;
    private final ReaderLimits limits;

    CatalogDirectory(Path directory, ReaderLimits limits) {
        this.directory = directory;
        this.limits = limits;
    }

    /** Reads the index, or builds it again; empty if no whole content is there. */
    Optional<StoredCatalog> load() throws IOException {
        Optional<StoredCatalog> loaded = readIndex();
        if (loaded.isEmpty()) {
            loaded = rebuild();
        }
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

    /** Makes a written metas file the catalog's content. */
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
        removeAllBut(catalog);
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
                Files.delete(file);
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
            LOG.info("The index in {} cannot be used and is built again: {}", directory, e.toString());
            return Optional.empty();
        }
    }

    private Optional<StoredCatalog> rebuild() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "metas-*.jsonl")) {
            for (Path file : files) {
                Optional<StoredCatalog> catalog = rebuild(file);
                if (catalog.isPresent()) {
                    keepIndex(catalog.get());
                    return catalog;
                }
            }
        }
        return Optional.empty();
    }

    /** What was built again also serves if it cannot be kept. */
    private void keepIndex(StoredCatalog catalog) {
        try {
            publishIndex(catalog);
        } catch (IOException e) {
            LOG.warn("The index in {} was built again but cannot be written: {}", directory, e.toString());
        }
    }

    private Optional<StoredCatalog> rebuild(Path file) {
        var digest = ContentHash.sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            Map<String, PackageEntry> packages =
                    PackageIndexer.index(in, file.getFileName().toString(), limits);
            StoredCatalog catalog = new StoredCatalog(
                    StoredCatalog.Source.UNKNOWN, ContentHash.hex(digest), Files.size(file), packages);
            return Optional.of(catalog).filter(built -> metas(built).equals(file));
        } catch (TextSyntaxException | IOException e) {
            LOG.info("The metas in {} are damaged: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    /** What cannot be removed only takes space, until the next time. */
    private void removeAllBut(StoredCatalog catalog) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                boolean current = file.equals(metas(catalog)) || file.endsWith(INDEX);
                if (!current) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            LOG.warn("What is left of older content in {} cannot be removed: {}", directory, e.toString());
        }
    }
}
