package io.olm4j.cli;

import java.io.FilterInputStream;
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
     * Opens a file to read it, or standard input, which {@code -} stands for and which stays open.
     *
     * @throws FileSystemException if the file cannot be read, with its name
     */
    public static InputStream openOrStandardInput(Path file) throws IOException {
        return isStandardInput(file) ? new StandardInput() : open(file);
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

    /** Says where reading fails, for example because it was closed when the program began. */
    private static final class StandardInput extends FilterInputStream {
        StandardInput() {
            super(System.in);
        }

        @Override
        public int read() throws IOException {
            try {
                return super.read();
            } catch (IOException e) {
                throw unreadable(e);
            }
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return super.read(bytes, offset, length);
            } catch (IOException e) {
                throw unreadable(e);
            }
        }

        @Override
        public void close() {
            // Later readers may go on.
        }

        private static IOException unreadable(IOException e) {
            return new IOException("standard input cannot be read: " + e.getMessage(), e);
        }
    }
}
