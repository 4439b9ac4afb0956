package io.olm4j.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens files that users name. */
public final class InputFile {

    private InputFile() {}

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
