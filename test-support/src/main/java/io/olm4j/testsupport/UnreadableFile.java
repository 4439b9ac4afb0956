package io.olm4j.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** A file that exists and may not be read, not even by root. */
public final class UnreadableFile {

    /** Linux lets everybody only write it. */
    private static final Path WRITE_ONLY = Path.of("/proc/sys/vm/compact_memory");

    private UnreadableFile() {}

    /** Makes a file unreadable; for root, who may read all files of a disk, it becomes a link to another file. */
    public static void make(Path file) throws IOException {
        Files.setPosixFilePermissions(file, Set.of());
        if (Files.isReadable(file)) {
            Files.delete(file);
            Files.createSymbolicLink(file, WRITE_ONLY);
        }
    }
}
