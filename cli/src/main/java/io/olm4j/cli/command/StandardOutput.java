package io.olm4j.cli.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The standard output of the program. It ends the command when the reader of the output has ended. */
public final class StandardOutput extends FileOutputStream {

    /** The exit code of a program that writes to a closed pipe: 128 and the number of SIGPIPE. */
    public static final int READER_GONE = 141;

    private StandardOutput() {
        super(FileDescriptor.out);
    }

    /** A writer to standard output; what other programs read must not depend on the locale. */
    public static PrintWriter writer() {
        return new PrintWriter(new StandardOutput(), true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            super.write(bytes, offset, length);
        } catch (IOException e) {
            if (isReaderGone(e.getMessage())) {
                throw new ReaderGoneException(e);
            }
            throw e;
        }
    }

    /** Whether the system says that a pipe has no reader, and not, for example, that the disk is full. */
    static boolean isReaderGone(@Nullable String message) {
        return message != null && message.contains("Broken pipe");
    }

    /**
     * Ends a command whose reader, such as {@code head}, has closed the output. A writer would swallow an IOException.
     */
    public static final class ReaderGoneException extends RuntimeException {

        private static final long serialVersionUID = 1;

        ReaderGoneException(IOException cause) {
            super("the reader of the output is gone", cause);
        }
    }
}
