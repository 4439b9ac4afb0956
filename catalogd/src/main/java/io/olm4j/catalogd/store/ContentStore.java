package io.olm4j.catalogd.store;

import io.olm4j.catalogd.store.StoreResult.Rejected;
import io.olm4j.catalogd.store.StoreResult.Stored;
import io.olm4j.codec.text.FileProblem;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.files.DirectoryTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The served content of every catalog, on disk: {@code <directory>/<catalog>/<hash>.jsonl} and a record that names the
 * current one.
 *
 * <p>Content is replaced in one step and survives a restart. Any number of threads may read. Only one thread at a time
 * may change a catalog. A catalog waits for others only while no processor is free, or four are converted.
 */
public final class ContentStore {

    private static final Logger LOG = LoggerFactory.getLogger(ContentStore.class);
    private static final int MOST_CONVERSIONS = 4;

    private final Path directory;
    private final Clock clock;
    private final Map<String, StoredContent> current = new ConcurrentHashMap<>();
    private final Set<String> reported = ConcurrentHashMap.newKeySet();
    private volatile Consumer<String> lost = catalog -> {};

    /**
     * Converts one catalog for each processor at once: more would not finish sooner, but would need more memory and
     * delay requests. At most four, because the JVM sees the processors of the node, but its memory is limited.
     */
    private final Semaphore conversions =
            new Semaphore(Math.min(MOST_CONVERSIONS, Runtime.getRuntime().availableProcessors()), true);

    /**
     * Opens a store with the content that is already on disk.
     *
     * @param directory created if it does not exist
     * @throws IOException if the directory cannot be created or read
     */
    public ContentStore(Path directory, Clock clock) throws IOException {
        this.directory = directory;
        this.clock = clock;
        Files.createDirectories(directory);
        try (Stream<Path> homes = Files.list(directory)) {
            for (Path home : homes.filter(Files::isDirectory).toList()) {
                open(home);
            }
        }
    }

    /** Loads complete content and deletes the rest: a killed process left it, and it can be stored again. */
    private void open(Path home) {
        StoreRecord.read(home).ifPresent(there -> current.put(there.catalog(), there));
        clear(home, String.valueOf(home.getFileName()));
    }

    /** The content that is served of a catalog now. */
    public Optional<StoredContent> find(String catalog) {
        return Optional.ofNullable(current.get(catalog));
    }

    /** Registers what gets the name of a catalog whose content is lost; it should store the content again. */
    public void onLost(Consumer<String> listener) {
        lost = listener;
    }

    /** Reports the content of a catalog if its files are not there any more, once until it is stored again. */
    public void check(String catalog) {
        find(catalog)
                .filter(content -> !content.isOnDisk() && reported.add(catalog))
                .ifPresent(_ -> lost.accept(catalog));
    }

    /** The catalogs that have content. */
    public Set<String> catalogs() {
        return Set.copyOf(current.keySet());
    }

    /**
     * Reads a file-based catalog and serves it from then on.
     *
     * @param catalog a DNS subdomain
     * @param resolvedRef the image by digest that the catalog came from
     * @param fbc root directory of the catalog
     */
    public StoreResult store(String catalog, String resolvedRef, Path fbc) {
        Path home = home(catalog);
        StoreResult result = store(home, catalog, resolvedRef, fbc);
        clear(home, catalog);
        return result;
    }

    /**
     * Deletes all files but those of the current content, because disk space may be short. A file that cannot be
     * deleted only takes space.
     */
    private void clear(Path home, String catalog) {
        Optional<StoredContent> kept = find(catalog);
        try {
            if (kept.isPresent()) {
                deleteOthers(home, kept.get());
            } else {
                delete(home, Set.of());
                Files.delete(home);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("Cannot remove unused files from {}", home, e);
        }
    }

    private StoreResult store(Path home, String catalog, String resolvedRef, Path fbc) {
        try {
            Files.createDirectories(home);
            StoredContent content = write(home, catalog, resolvedRef, fbc);
            StoreRecord.publish(home, content);
            current.put(catalog, content);
            reported.remove(catalog);
            return new Stored();
        } catch (TextSyntaxException | ContentWriter.TooMuchContentException e) {
            return new Rejected(String.valueOf(e.getMessage()), true);
        } catch (IOException e) {
            if (e instanceof FileSystemException read && isWithin(fbc, read.getFile())) {
                return new Rejected("cannot read " + read.getFile() + ": " + FileProblem.reason(e), false);
            }
            return new Rejected(
                    "cannot write below " + directory + " (" + e.getMessage() + "); check the disk and its permissions",
                    false);
        }
    }

    private static boolean isWithin(Path directory, @Nullable String file) {
        return file != null && Path.of(file).startsWith(directory);
    }

    private StoredContent write(Path home, String catalog, String resolvedRef, Path fbc) throws IOException {
        Path lines = home.resolve(".lines");
        Path gzip = home.resolve(".gzip");
        Path index = home.resolve(".index");
        ContentWriter.Written written = convert(fbc, lines, gzip, index);
        String hash = written.hash();
        StoredContent content = new StoredContent(
                catalog,
                resolvedRef,
                hash,
                lastModified(catalog, hash),
                new ContentFile(StoreRecord.lines(home, hash), Files.size(lines)),
                new ContentFile(StoreRecord.gzip(home, hash), Files.size(gzip)),
                written.index());
        Files.move(lines, content.lines().path(), StandardCopyOption.ATOMIC_MOVE);
        Files.move(gzip, content.gzip().path(), StandardCopyOption.ATOMIC_MOVE);
        Files.move(index, StoreRecord.index(home, hash), StandardCopyOption.ATOMIC_MOVE);
        return content;
    }

    private ContentWriter.Written convert(Path fbc, Path lines, Path gzip, Path index) throws IOException {
        conversions.acquireUninterruptibly();
        try {
            return new ContentWriter().write(fbc, lines, gzip, index);
        } finally {
            conversions.release();
        }
    }

    /**
     * Stops serving a catalog and deletes its content, if there is any.
     *
     * @throws IOException if the file system reports an error
     */
    public void remove(String catalog) throws IOException {
        current.remove(catalog);
        reported.remove(catalog);
        Path home = home(catalog);
        if (!Files.exists(home)) {
            return;
        }
        // The record is deleted first: without it, the files that a crash leaves are not served again.
        Files.deleteIfExists(home.resolve(StoreRecord.FILE));
        delete(home, Set.of());
        Files.delete(home);
    }

    /**
     * Equal content keeps its time, so that clients do not download it again. New content gets a later time, even if
     * less than a second has passed.
     */
    private Instant lastModified(String catalog, String hash) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        StoredContent before = current.get(catalog);
        if (before == null) {
            return now;
        }
        if (before.hash().equals(hash)) {
            return before.lastModified();
        }
        return now.isAfter(before.lastModified()) ? now : before.lastModified().plusSeconds(1);
    }

    private static void deleteOthers(Path home, StoredContent kept) throws IOException {
        delete(
                home,
                Set.of(
                        kept.lines().path(),
                        kept.gzip().path(),
                        StoreRecord.index(home, kept.hash()),
                        home.resolve(StoreRecord.FILE)));
    }

    private static void delete(Path home, Set<Path> kept) throws IOException {
        try (Stream<Path> files = Files.list(home)) {
            for (Path file : files.filter(f -> !kept.contains(f)).toList()) {
                DirectoryTree.delete(file);
            }
        }
    }

    private Path home(String catalog) {
        if (!CatalogNames.isValid(catalog)) {
            throw new IllegalArgumentException("not the name of a catalog: " + catalog);
        }
        return directory.resolve(catalog);
    }
}
