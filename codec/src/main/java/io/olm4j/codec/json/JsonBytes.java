package io.olm4j.codec.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A growing buffer of JSON in UTF-8. Strings are written as Go's JSON encoder writes them without HTML escaping. */
final class JsonBytes {
    /** The most bytes that one UTF-16 unit needs: those of an escape. */
    private static final int MAX_UNIT = 6;

    private static final byte[] REPLACEMENT = "\uFFFD".getBytes(StandardCharsets.UTF_8);

    private byte[] bytes = new byte[1024];
    private int size;

    byte last() {
        return bytes[size - 1];
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    void put(char ascii) {
        reserve(1);
        bytes[size++] = (byte) ascii;
    }

    void put(String ascii) {
        reserve(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            bytes[size++] = (byte) ascii.charAt(i);
        }
    }

    /** Writes a string in quotes; a lone surrogate, which has no UTF-8 form, becomes U+FFFD. */
    void string(String text) {
        put('"');
        int i = 0;
        while (i < text.length()) {
            reserve(text.length() - i);
            i = plain(text, i);
            if (i < text.length()) {
                reserve(2 * MAX_UNIT);
                i = special(text, i);
            }
        }
        put('"');
    }

    /** Writes the ASCII characters that need no escape, up to the index returned. The caller has reserved the space. */
    private int plain(String text, int from) {
        byte[] out = bytes;
        int at = size;
        int i = from;
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\') {
                break;
            }
            out[at++] = (byte) c;
        }
        size = at;
        return i;
    }

    private int special(String text, int i) {
        char c = text.charAt(i);
        @Nullable String escape = JsonEscapes.of(c);
        if (escape != null) {
            put(escape);
        } else if (c < 0x80) {
            put(c);
        } else if (c < 0x800) {
            bytes[size++] = (byte) (0xC0 | (c >> 6));
            bytes[size++] = (byte) (0x80 | (c & 0x3F));
        } else if (!Character.isSurrogate(c)) {
            bytes[size++] = (byte) (0xE0 | (c >> 12));
            bytes[size++] = (byte) (0x80 | ((c >> 6) & 0x3F));
            bytes[size++] = (byte) (0x80 | (c & 0x3F));
        } else if (Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1))) {
            int codePoint = Character.toCodePoint(c, text.charAt(i + 1));
            bytes[size++] = (byte) (0xF0 | (codePoint >> 18));
            bytes[size++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
            bytes[size++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
            bytes[size++] = (byte) (0x80 | (codePoint & 0x3F));
            return i + 2;
        } else {
            System.arraycopy(REPLACEMENT, 0, bytes, size, REPLACEMENT.length);
            size += REPLACEMENT.length;
        }
        return i + 1;
    }

    private void reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
