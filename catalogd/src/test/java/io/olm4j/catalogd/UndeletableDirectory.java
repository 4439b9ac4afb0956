package io.olm4j.catalogd;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory that cannot be deleted, because the paths in it are longer than the file system takes. */
public final class UndeletableDirectory implements AutoCloseable {

    /** Twice this is more than the 4,096 bytes of Linux. */
    private static final int LENGTH = 2_500;

    private final Path lower;
    private final Path aside;

    private UndeletableDirectory(Path lower, Path aside) {
        this.lower = lower;
        this.aside = aside;
    }

    /** Makes it, with its parents. */
    public static UndeletableDirectory make(Path directory) throws IOException {
        Path aside = directory.resolveSibling("aside");
        Files.createDirectories(deep(aside));
        Path lower = Files.createDirectories(deep(directory)).resolve("lower");
        Files.move(aside, lower);
        return new UndeletableDirectory(lower, aside);
    }

    private static Path deep(Path directory) {
        Path deep = directory;
        for (int length = 0; length < LENGTH; length += 100) {
            deep = deep.resolve("d".repeat(99));
        }
        return deep;
    }

    /** Makes it deletable. */
    @Override
    public void close() throws IOException {
        Files.move(lower, aside);
    }
}
