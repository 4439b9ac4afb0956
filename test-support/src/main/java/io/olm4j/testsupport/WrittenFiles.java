package io.olm4j.testsupport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Follows the work of another process by the files that it writes. */
public final class WrittenFiles {

    private WrittenFiles() {}

    /**
     * Returns at the moment at which another process has changed a directory so many times, as far as names and sizes
     * of files show it.
     *
     * @throws AssertionError if the process ends, or changes nothing more
     */
    public static void awaitChanges(Path directory, int changes, Process writer) {
        long begin = System.nanoTime();
        Map<String, Long> seen = sizes(directory);
        for (int change = 0; change < changes; ) {
            Map<String, Long> now = sizes(directory);
            if (!now.equals(seen)) {
                seen = now;
                change++;
            } else if (!writer.isAlive() || System.nanoTime() - begin > Patience.ENOUGH.toNanos()) {
                throw new AssertionError(
                        "%d of %d changes of %s were seen: %s".formatted(change, changes, directory, now));
            }
        }
    }

    private static Map<String, Long> sizes(Path directory) {
        Map<String, Long> sizes = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                try {
                    sizes.put(file.getFileName().toString(), Files.size(file));
                } catch (NoSuchFileException _) {
                    // It was deleted meanwhile.
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sizes;
    }
}
