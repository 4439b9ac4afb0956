package io.olm4j.cli.source;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * The content that an argument names.
 *
 * @param name as the user wrote it, for messages: never the temporary directory of an image
 * @param path the file or directory; it exists
 */
public record SourceContent(String name, Path path) {

    /**
     * The path, if it is a directory.
     *
     * @throws UncheckedIOException if it is not, or this process may not read it
     */
    public Path directory() {
        if (!Files.isDirectory(path)) {
            throw new UncheckedIOException(
                    Files.exists(path) ? new NotDirectoryException(name) : new NoSuchFileException(name));
        }
        if (!Files.isReadable(path) || !Files.isExecutable(path)) {
            throw new UncheckedIOException(new AccessDeniedException(name));
        }
        return path;
    }
}
