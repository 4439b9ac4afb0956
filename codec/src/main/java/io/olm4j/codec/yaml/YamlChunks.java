package io.olm4j.codec.yaml;

import io.olm4j.codec.text.Excerpt;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSizeException;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Cuts a YAML stream into documents at lines that start with {@code ---}. As in Kubernetes, this is done on the text,
 * before any parsing.
 *
 * <p>An opening separator stays with its document; a document may be blank.
 */
public final class YamlChunks {
    /** A decoder writes this character in place of bytes that are not UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private final InputStream in;
    private final String file;
    private final int limit;
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int filled;
    private byte[] chunk = new byte[1 << 16];
    private int size;
    private int line;
    private boolean atEnd;

    /** One document as text, its line ends as {@code \n}. */
    public record Chunk(String text, Location location) {}

    /**
     * @param in read to its end, not closed
     * @param file the name for locations
     * @param firstLine the number of the stream's first line
     * @param limit the largest size of a single document, in bytes
     */
    public YamlChunks(InputStream in, String file, int firstLine, int limit) {
        this.in = in;
        this.file = file;
        this.line = firstLine;
        this.limit = limit;
    }

    /**
     * The next document; empty at the end of the stream.
     *
     * @throws TextSyntaxException if it is too large or not UTF-8, or if a separator has other text than a comment in
     *     its line
     * @throws IOException if reading fails
     */
    public Optional<Chunk> next() throws IOException {
        size = 0;
        Location location = new Location(file, line);
        while (!atEnd) {
            int lineStart = size;
            atEnd = !readLine(location);
            boolean separator = isSeparator(lineStart);
            line++;
            if (separator && lineStart > 0) {
                size = lineStart;
                return Optional.of(decode(location));
            }
        }
        return size == 0 ? Optional.empty() : Optional.of(decode(location));
    }

    private boolean isSeparator(int lineStart) {
        if (size - lineStart < 3
                || chunk[lineStart] != '-'
                || chunk[lineStart + 1] != '-'
                || chunk[lineStart + 2] != '-') {
            return false;
        }
        String behind = new String(chunk, lineStart + 3, size - lineStart - 3, StandardCharsets.UTF_8).strip();
        if (!behind.isEmpty() && !behind.startsWith("#")) {
            throw new TextSyntaxException(
                    new Location(file, line),
                    "only a comment may follow the document separator --- in its line, not \"" + Excerpt.of(behind)
                            + "\"");
        }
        return true;
    }

    private Chunk decode(Location location) {
        String text = new String(chunk, 0, size, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            checkUtf8(location); // The text may also contain that character itself.
        }
        return new Chunk(text, location);
    }

    private void checkUtf8(Location location) {
        ByteBuffer utf8 = ByteBuffer.wrap(chunk, 0, size);
        CharBuffer text = CharBuffer.allocate(size);
        if (StandardCharsets.UTF_8.newDecoder().decode(utf8, text, true).isError()) {
            int before = 0;
            for (int i = 0; i < utf8.position(); i++) {
                before += chunk[i] == '\n' ? 1 : 0;
            }
            throw new TextSyntaxException(new Location(file, location.line() + before), "the text is not valid UTF-8");
        }
    }

    /** Appends the next line with {@code \n} as its end; false if the stream ended before a line end. */
    private boolean readLine(Location location) throws IOException {
        while (true) {
            int i = position;
            while (i < filled && buffer[i] != '\n') {
                i++;
            }
            append(i - position, location);
            if (i < filled) {
                position = i + 1;
                endLine();
                return true;
            }
            position = 0;
            filled = Math.max(0, in.read(buffer, 0, buffer.length));
            if (filled == 0) {
                if (size > 0 && chunk[size - 1] != '\n') {
                    endLine();
                }
                return false;
            }
        }
    }

    private void append(int length, Location location) {
        if (length + size > limit) {
            throw new TextSizeException(location, limit);
        }
        if (size + length + 1 > chunk.length) {
            chunk = Arrays.copyOf(chunk, Math.max(chunk.length * 2, size + length + 1));
        }
        System.arraycopy(buffer, position, chunk, size, length);
        size += length;
    }

    private void endLine() {
        if (size > 0 && chunk[size - 1] == '\r') {
            size--;
        }
        if (size == chunk.length) {
            chunk = Arrays.copyOf(chunk, chunk.length * 2);
        }
        chunk[size++] = '\n';
    }
}
