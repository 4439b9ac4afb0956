package io.olm4j.codec.json;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSizeException;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

/**
 * Cuts a stream of concatenated JSON values into single values without parsing them. It holds one value at a time.
 *
 * <p>It only counts brackets outside strings; the parser of a value checks whether the value is well-formed.
 */
public final class JsonValues {
    private static final int CHUNK = 1 << 16;

    private final InputStream in;
    private final String file;
    private final ReaderLimits limits;
    private final int limit;
    private byte[] buffer = new byte[CHUNK];
    private int filled;
    private int start;
    private int end;
    private int lineStart;
    private int line;
    private int nextLine;
    private int newlinesBefore;
    private long consumed;

    /**
     * @param in read to its end, not closed
     * @param file the name for locations
     * @param limits the limits of a single value
     */
    public JsonValues(InputStream in, String file, ReaderLimits limits) {
        this.in = in;
        this.file = file;
        this.nextLine = 1;
        this.line = 1;
        this.limits = limits;
        this.limit = limits.documentBytes();
    }

    /**
     * Moves to the next value.
     *
     * @return false at the end of the stream
     * @throws TextSyntaxException if the value is too large, nested too deep or not complete
     * @throws IOException if reading fails
     */
    public boolean advance() throws IOException {
        if (end > start) {
            start = end;
            lineStart = end;
            newlinesBefore = 0;
        }
        if (!skipBlanks()) {
            return false;
        }
        byte first = buffer[start];
        if (first == '{' || first == '[') {
            scanBrackets();
        } else {
            scanScalar();
        }
        return true;
    }

    /** The bytes that hold the current value, from {@link #start()} on; valid until the next {@link #advance()}. */
    public byte[] buffer() {
        return buffer;
    }

    /** A copy of the bytes of the current value. */
    public byte[] copy() {
        return Arrays.copyOfRange(buffer, start, end);
    }

    public int start() {
        return start;
    }

    public int length() {
        return end - start;
    }

    /** Offset of the current value from the beginning of the stream. */
    public long offset() {
        return consumed + start;
    }

    public Location location() {
        return new Location(file, line);
    }

    /**
     * The rest of the stream, from the start of the line of the current value (or from the end of the value before, if
     * that is in the same line).
     */
    public InputStream rest() {
        return new SequenceInputStream(new ByteArrayInputStream(buffer, lineStart, filled - lineStart), in);
    }

    /** The rest of the stream, from the current value on. */
    public InputStream restFromValue() {
        return new SequenceInputStream(new ByteArrayInputStream(buffer, start, filled - start), in);
    }

    /** Whether the first value is an object. Does not move; call it before the first {@link #advance()}. */
    public boolean startsWithObject() throws IOException {
        return skipBlanks() && buffer[start] == '{';
    }

    /** The number of line ends between the value before (or the beginning) and the current value. */
    public int newlinesBefore() {
        return newlinesBefore;
    }

    /** Whether the stream has given no bytes so far. */
    public boolean isEmpty() {
        return consumed + filled == 0;
    }

    /** Moves what is still needed to the beginning of the buffer: the rest from the current line on. */
    private void discardRead() {
        consumed += lineStart;
        System.arraycopy(buffer, lineStart, buffer, 0, filled - lineStart);
        filled -= lineStart;
        start -= lineStart;
        lineStart = 0;
        if (buffer.length > 16 * CHUNK && filled <= CHUNK) {
            buffer = Arrays.copyOf(buffer, CHUNK);
        }
    }

    private boolean skipBlanks() throws IOException {
        while (true) {
            while (start < filled) {
                byte b = buffer[start];
                if (b == '\n') {
                    nextLine++;
                    newlinesBefore++;
                    lineStart = start + 1;
                } else if (b != ' ' && b != '\t' && b != '\r') {
                    line = nextLine;
                    end = start;
                    return true;
                }
                start++;
            }
            line = nextLine;
            if (start - lineStart > limit) {
                throw new TextSizeException(location(), limit);
            }
            if (!fill()) {
                end = start;
                return false;
            }
        }
    }

    private void scanBrackets() throws IOException {
        int depth = 0;
        boolean inString = false;
        int i = start;
        while (true) {
            while (i < filled) {
                byte b = buffer[i++];
                if (inString) {
                    if (b == '\\') {
                        i++;
                    } else if (b == '"') {
                        inString = false;
                    } else if (b == '\n') {
                        nextLine++;
                    }
                } else if (b == '"') {
                    inString = true;
                } else if (b == '{' || b == '[') {
                    depth++;
                    if (depth > limits.depth()) {
                        throw new TextSyntaxException(new Location(file, nextLine), limits.depthExceeded());
                    }
                } else if (b == '}' || b == ']') {
                    depth--;
                    if (depth == 0) {
                        end = i;
                        return;
                    }
                } else if (b == '\n') {
                    nextLine++;
                }
            }
            checkSize(i);
            int scanned = i - start;
            boolean more = fill();
            i = start + scanned;
            if (!more) {
                end = filled;
                throw new TextSyntaxException(location(), "the JSON object that starts here has no end");
            }
        }
    }

    private void scanScalar() throws IOException {
        int i = start;
        while (true) {
            while (i < filled) {
                byte b = buffer[i];
                if ((b <= ' ' && b >= 0) || b == '{' || b == '[' || b == ',') {
                    end = Math.max(i, start + 1);
                    return;
                }
                i++;
            }
            checkSize(i);
            int scanned = i - start;
            boolean more = fill();
            i = start + scanned;
            if (!more) {
                end = filled;
                return;
            }
        }
    }

    private void checkSize(int position) {
        if (position - start > limit) {
            throw new TextSizeException(location(), limit);
        }
    }

    /** Reads more. Moves bytes only when the buffer is full or nothing in it is needed, so rarely. */
    private boolean fill() throws IOException {
        if (filled == buffer.length || lineStart == filled) {
            discardRead();
        }
        if (filled == buffer.length) {
            int whole = limit + 2 * CHUNK;
            int doubled = buffer.length * 2;
            buffer = Arrays.copyOf(buffer, buffer.length < whole ? Math.min(doubled, whole) : doubled);
        }
        int n = in.read(buffer, filled, buffer.length - filled);
        if (n < 0) {
            return false;
        }
        filled += n;
        return true;
    }
}
