package io.olm4j.cli.clustercatalog;

import io.olm4j.cli.source.Scratch;
import io.olm4j.oci.Digest;
import io.olm4j.oci.EnvironmentPaths;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;

/**
 * The directory for what was read of the catalogs of one cluster. One process uses it at a time. A temporary directory
 * takes its place while another process uses it, and if it cannot be written.
 */
final class CatalogCache implements AutoCloseable {

    private final Path directory;
    private final Closeable held;

    /** @param held ends the use of the directory */
    private CatalogCache(Path directory, Closeable held) {
        this.directory = directory;
        this.held = held;
    }

    /** Where the directories of all clusters are. */
    static Path rootOfUser() {
        return root(System.getenv(), System.getProperty("user.home"));
    }

    /**
     * The same in an environment: {@code $XDG_CACHE_HOME}, by default {@code ~/.cache}. By the XDG base directory
     * specification a relative value is ignored.
     *
     * @param home if the environment names none
     */
    static Path root(Map<String, String> environment, String home) {
        return EnvironmentPaths.xdg(environment, "XDG_CACHE_HOME", home, ".cache")
                .resolve("olm4j", "catalogs");
    }

    /**
     * Opens the directory of a cluster.
     *
     * @param cluster identifies it
     */
    static CatalogCache open(Path root, String cluster) {
        try {
            Path directory = root.resolve(hash(cluster));
            return lock(directory)
                    .map(lock -> new CatalogCache(directory, lock))
                    .orElseGet(CatalogCache::temporary);
        } catch (IOException e) {
            return temporary();
        }
    }

    private static CatalogCache temporary() {
        try {
            Scratch scratch = Scratch.create("olm-catalogs");
            return new CatalogCache(scratch.directory(), scratch::close);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lock ends with its channel, at the latest with the process. */
    private static Optional<FileChannel> lock(Path directory) throws IOException {
        Files.createDirectories(directory);
        FileChannel channel =
                FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock held = channel.tryLock();
            if (held != null) {
                return Optional.of(channel);
            }
        } catch (OverlappingFileLockException _) {
            // This process holds it.
        }
        channel.close();
        return Optional.empty();
    }

    static String hash(String cluster) {
        return Digest.sha256(cluster.getBytes(StandardCharsets.UTF_8)).hex().substring(0, 32);
    }

    /** For the content of the catalogs. */
    Path content() {
        return directory.resolve("content");
    }

    @Override
    public void close() {
        try {
            held.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
