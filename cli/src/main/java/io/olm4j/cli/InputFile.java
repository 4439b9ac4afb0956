package io.olm4j.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens files that users name. */
public final class InputFile {

    private InputFile() {}

    /** Whether a user means standard input, and not a file. */
    public static boolean isStandardInput(@Nullable Path file) {
        return file != null && file.toString().equals("-");
    }

    /**
     * Opens a file to read it, or standard input, which {@code -} stands for.
     *
     * @throws FileSystemException if the file cannot be read, with its name
     */
    public static InputStream openOrStandardInput(Path file) throws IOException {
        return isStandardInput(file) ? System.in : open(file);
    }

    /**
     * Opens a file to read it.
     *
     * @throws FileSystemException if it cannot be read, with its name; also for a directory, for which the system
     *     reports an error without a name at the first read
     */
    public static InputStream open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory; name a file");
        }
        return Files.newInputStream(file);
    }
}
