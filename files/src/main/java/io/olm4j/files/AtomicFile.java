package io.olm4j.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Replaces files in one step: a reader sees the old content or the new one, never a part. A loss of power leaves one of
 * the two on the disk.
 */
public final class AtomicFile {

    private AtomicFile() {}

    /** Writes the content of a file. */
    @FunctionalInterface
    public interface Content {

        /**
         * Writes all of it; does not close the stream.
         *
         * @throws IOException if it cannot be read or written
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Replaces a file, or makes it. Its directory must exist. Two writers of one file exclude each other by a lock of
     * their own.
     *
     * @throws IOException if it cannot be written; the file then has its old content
     */
    public static void write(Path file, byte[] content) throws IOException {
        write(file, out -> out.write(content));
    }

    /**
     * The same for content that is too large for the heap.
     *
     * @throws IOException if it cannot be written; the file then has its old content
     */
    public static void write(Path file, Content content) throws IOException {
        Path aside = file.resolveSibling("." + file.getFileName() + ".part");
        try {
            try (OutputStream out = Files.newOutputStream(aside)) {
                content.writeTo(out);
            }
            publish(aside, file);
        } finally {
            Files.deleteIfExists(aside);
        }
    }

    /**
     * Makes a file that was written elsewhere in the file system the content of another one.
     *
     * @throws IOException if it cannot be moved
     */
    public static void publish(Path written, Path file) throws IOException {
        Durable.force(written);
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Durable.force(file.toAbsolutePath().resolveSibling(""));
    }
}
