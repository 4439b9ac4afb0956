package io.olm4j.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.documents.DocumentReader;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens and reads files that users name. */
public final class InputFile {

    /** What fits into an object of Kubernetes, many times over. */
    private static final ReaderLimits LIMITS = new ReaderLimits(16 << 20);

    private InputFile() {}

    /** Whether a user means standard input, and not a file. */
    public static boolean isStandardInput(@Nullable Path file) {
        return file != null && file.toString().equals("-");
    }

    /**
     * Opens a file to read it, or standard input, which {@code -} stands for and which stays open.
     *
     * @return each of its failures names the file
     * @throws FileSystemException if the file cannot be read, with its name
     * @throws OlmException if the name of the file is empty
     */
    public static InputStream openOrStandardInput(Path file) throws IOException {
        return isStandardInput(file) ? new StandardInput() : open(file);
    }

    /**
     * Opens a file to read it.
     *
     * @return each of its failures names the file
     * @throws OlmException if the name of the file is empty, as that of a variable that is not set
     * @throws FileSystemException if it cannot be read, with its name; also for a directory, for which the system
     *     reports an error without a name at the first read
     */
    public static InputStream open(Path file) throws IOException {
        if (file.toString().isEmpty()) {
            throw new OlmException("the name of the file is empty: give one");
        }
        if (Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a directory; name a file");
        }
        return new NamedInput(Files.newInputStream(file), file + ": it");
    }

    /**
     * Reads a file of YAML or JSON, or standard input, which {@code -} stands for.
     *
     * @return its documents
     * @throws IOException if it cannot be read
     * @throws OlmException if it is malformed, or a document is longer than 16 MiB
     */
    public static List<JsonNode> documents(Path file) throws IOException {
        List<JsonNode> documents = new ArrayList<>();
        try (InputStream in = openOrStandardInput(file)) {
            new DocumentReader(LIMITS, Numbers.INT64)
                    .read(in, file.toString(), document -> documents.add(document.tree()));
        } catch (TextSyntaxException e) {
            throw new OlmException(e.getMessage(), e);
        }
        return documents;
    }

    /** Says where reading fails, for example because standard input was closed when the program began. */
    private static class NamedInput extends FilterInputStream {
        private final String subject;

        NamedInput(InputStream in, String subject) {
            super(in);
            this.subject = subject;
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

        private IOException unreadable(IOException e) {
            return new IOException(subject + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static final class StandardInput extends NamedInput {
        StandardInput() {
            super(System.in, "standard input");
        }

        @Override
        public void close() {
            // Later readers may go on.
        }
    }
}
