package io.olm4j.codec.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites a JSON object in canonical form, as {@link CanonicalJson} writes it, without building a tree.
 *
 * <p>It handles the common content of catalog objects. It gives up on rare, damaged or ambiguous content, and the
 * caller builds a tree: numbers other than short integers, keys that are not plain ASCII or occur twice, halves of
 * surrogate pairs, deep nesting.
 */
public final class JsonRewriter {
    private static final int MAX_DEPTH = 100;

    /** A float represents every integer of so many digits exactly. */
    private static final int MAX_DIGITS = 15;

    /** Returned instead of a position: the caller must build a tree of this object. */
    private static final int GIVEN_UP = -1;

    private final byte[] in;
    private final JsonMembers topLevel = new JsonMembers();
    private final byte[] out;
    private int size;

    private JsonRewriter(byte[] json) {
        this.in = json;
        this.out = new byte[json.length + 1]; // The rewritten text is never longer; one byte is for the line end.
    }

    /**
     * An object in canonical form.
     *
     * @param line its text in UTF-8 with a line end
     * @param strings the values of the wanted members that the object has, by their keys
     */
    @SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
    public record Rewritten(byte[] line, Map<String, String> strings) {}

    /**
     * Rewrites an object.
     *
     * @param wanted the keys, in lower case, of members that are strings
     * @return empty if the caller must build a tree of the object, which also finds out what is wrong with it. That
     *     includes a wanted key that is written in another case or does not hold a plain string, and two keys of the
     *     object that differ only by case
     */
    public static Optional<Rewritten> rewrite(byte[] json, Set<String> wanted) {
        return new JsonRewriter(json).rewrite(wanted);
    }

    private Optional<Rewritten> rewrite(Set<String> wanted) {
        int at = blanks(0);
        if (byteAt(at) != '{') {
            return Optional.empty();
        }
        at = object(at, 0, topLevel);
        if (at == GIVEN_UP || blanks(at) != in.length || topLevel.isEmpty()) {
            return Optional.empty();
        }
        Optional<Map<String, String>> strings = topLevel.strings(out, wanted);
        if (strings.isEmpty() || !topLevel.sort(out)) {
            return Optional.empty();
        }
        out[size++] = '\n';
        return Optional.of(new Rewritten(Arrays.copyOf(out, size), strings.get()));
    }

    private int value(int start, int depth) {
        int at = blanks(start);
        return switch (byteAt(at)) {
            case '"' -> string(at);
            case '{' -> {
                JsonMembers members = new JsonMembers();
                int end = object(at, depth + 1, members);
                yield end == GIVEN_UP || !members.sort(out) ? GIVEN_UP : end;
            }
            case '[' -> list(at, depth + 1);
            case 't' -> literal(at, "true");
            case 'f' -> literal(at, "false");
            case 'n' -> literal(at, "null");
            default -> integer(at);
        };
    }

    /** Writes the object with its members in the order of the input; the caller sorts them. */
    private int object(int start, int depth, JsonMembers members) {
        if (depth > MAX_DEPTH) {
            return GIVEN_UP;
        }
        out[size++] = '{';
        int at = blanks(start + 1);
        if (byteAt(at) == '}') {
            out[size++] = '}';
            return at + 1;
        }
        while (true) {
            int member = size;
            at = key(blanks(at));
            if (at == GIVEN_UP) {
                return GIVEN_UP;
            }
            int keyEnd = size;
            at = blanks(at);
            if (byteAt(at) != ':') {
                return GIVEN_UP;
            }
            out[size++] = ':';
            at = value(at + 1, depth);
            if (at == GIVEN_UP) {
                return GIVEN_UP;
            }
            members.add(member, keyEnd, size);
            at = blanks(at);
            byte next = byteAt(at++);
            out[size++] = next;
            if (next == '}') {
                return at;
            }
            if (next != ',') {
                return GIVEN_UP;
            }
        }
    }

    private int list(int start, int depth) {
        if (depth > MAX_DEPTH) {
            return GIVEN_UP;
        }
        out[size++] = '[';
        int at = blanks(start + 1);
        if (byteAt(at) == ']') {
            out[size++] = ']';
            return at + 1;
        }
        while (true) {
            at = value(at, depth);
            if (at == GIVEN_UP) {
                return GIVEN_UP;
            }
            at = blanks(at);
            byte next = byteAt(at++);
            out[size++] = next;
            if (next == ']') {
                return at;
            }
            if (next != ',') {
                return GIVEN_UP;
            }
        }
    }

    private int key(int start) {
        if (byteAt(start) != '"') {
            return GIVEN_UP;
        }
        out[size++] = '"';
        for (int at = start + 1; at < in.length; at++) {
            byte b = in[at];
            if (b < 0x20 || b == '\\') { // Bytes outside ASCII are negative.
                return GIVEN_UP;
            }
            out[size++] = b;
            if (b == '"') {
                return at + 1;
            }
        }
        return GIVEN_UP;
    }

    private int string(int start) {
        out[size++] = '"';
        int at = start + 1;
        while (at < in.length) {
            byte b = in[at];
            if (b == '"') {
                out[size++] = b;
                return at + 1;
            }
            if (b >= 0x20 && b != '\\') {
                out[size++] = b;
                at++;
                continue;
            }
            at = b == '\\' ? escape(at) : b < 0 ? character(at) : GIVEN_UP;
            if (at == GIVEN_UP) {
                return GIVEN_UP;
            }
        }
        return GIVEN_UP;
    }

    private int escape(int at) {
        byte kind = byteAt(at + 1);
        return switch (kind) {
            case '"', '\\', 'b', 'f', 'n', 'r', 't' -> {
                out[size++] = '\\';
                out[size++] = kind;
                yield at + 2;
            }
            case '/' -> {
                out[size++] = kind;
                yield at + 2;
            }
            case 'u' -> unicode(at);
            default -> GIVEN_UP;
        };
    }

    /** Writes the character of an escape of four digits, or its escape if Go escapes this character. */
    private int unicode(int at) {
        int code = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(byteAt(i), 16);
            if (digit < 0) {
                return GIVEN_UP;
            }
            code = (code << 4) | digit;
        }
        char c = (char) code;
        if (Character.isSurrogate(c)) {
            return GIVEN_UP;
        }
        @Nullable String escape = JsonEscapes.of(c);
        String written = escape == null ? String.valueOf(c) : escape;
        byte[] bytes = written.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, out, size, bytes.length);
        size += bytes.length;
        return at + 6;
    }

    /**
     * Writes a character of several bytes. Gives up if it is not well-formed UTF-8 or is one of the two that need an
     * escape.
     */
    private int character(int at) {
        int first = in[at] & 0xFF;
        int second = byteAt(at + 1) & 0xFF;
        int length;
        if (first >= 0xC2 && first <= 0xDF) {
            length = 2;
        } else if (first >= 0xE0 && first <= 0xEF) {
            length = 3;
        } else if (first >= 0xF0 && first <= 0xF4) {
            length = 4;
        } else {
            return GIVEN_UP;
        }
        boolean overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
        boolean beyond = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
        boolean separator = first == 0xE2 && second == 0x80 && (byteAt(at + 2) & 0xFE) == 0xA8;
        if (overlong || beyond || separator) {
            return GIVEN_UP;
        }
        out[size++] = in[at];
        for (int i = at + 1; i < at + length; i++) {
            byte next = byteAt(i);
            if ((next & 0xC0) != 0x80) {
                return GIVEN_UP;
            }
            out[size++] = next;
        }
        return at + length;
    }

    private int literal(int at, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (byteAt(at + i) != word.charAt(i)) {
                return GIVEN_UP;
            }
            out[size++] = (byte) word.charAt(i);
        }
        return at + word.length();
    }

    private int integer(int start) {
        int at = start;
        if (byteAt(at) == '-') {
            out[size++] = '-';
            at++;
        }
        int digits = at;
        while (byteAt(at) >= '0' && byteAt(at) <= '9') {
            out[size++] = in[at++];
        }
        int count = at - digits;
        boolean leadingZero = count > 1 && in[digits] == '0';
        byte next = byteAt(at);
        boolean more = next == '.' || next == 'e' || next == 'E';
        return count == 0 || count > MAX_DIGITS || leadingZero || more ? GIVEN_UP : at;
    }

    private int blanks(int start) {
        int at = start;
        while (at < in.length && (in[at] == ' ' || in[at] == '\n' || in[at] == '\t' || in[at] == '\r')) {
            at++;
        }
        return at;
    }

    /** The byte at a position; after the end 0, which does not occur in JSON. */
    private byte byteAt(int at) {
        return at < in.length ? in[at] : 0;
    }
}
