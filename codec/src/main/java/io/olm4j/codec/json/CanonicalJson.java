package io.olm4j.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.go.GoNumbers;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;

/**
 * Writes a tree as Go's JSON encoder writes a generic value without HTML escaping. It does not recurse, because trees
 * may be deep.
 */
public final class CanonicalJson {
    /** The order of the UTF-8 bytes. It equals the order of the code points, not that of Java's UTF-16 units. */
    public static final Comparator<String> KEY_ORDER = CanonicalJson::compare;

    private final JsonBytes out = new JsonBytes();
    private final Deque<TreeCursor> open = new ArrayDeque<>();

    private CanonicalJson() {}

    /** The text of a tree, without a line end. */
    public static String write(JsonNode tree) {
        return written(tree).toString();
    }

    /** The text of a tree in UTF-8, with a line end. */
    public static byte[] line(JsonNode tree) {
        JsonBytes json = written(tree);
        json.put('\n');
        return json.toByteArray();
    }

    /** The most bytes that a text takes in canonical JSON, without quotes; exact if it has no surrogates. */
    public static long size(String text) {
        long size = 0;
        for (int i = 0; i < text.length(); i++) {
            size += size(text.charAt(i));
        }
        return size;
    }

    private static int size(char c) {
        String escape = JsonEscapes.of(c);
        if (escape != null) {
            return escape.length();
        }
        return c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
    }

    private static JsonBytes written(JsonNode tree) {
        CanonicalJson writer = new CanonicalJson();
        writer.begin(tree);
        while (!writer.open.isEmpty()) {
            writer.advance();
        }
        return writer.out;
    }

    private void begin(JsonNode value) {
        if (value.isContainerNode()) {
            out.put(value.isObject() ? '{' : '[');
            open.push(new TreeCursor(value, KEY_ORDER));
        } else if (value.isTextual()) {
            out.string(value.textValue());
        } else if (value.isIntegralNumber() && value.canConvertToLong()) {
            out.put(Long.toString(value.longValue()));
        } else if (value.isNumber()) {
            out.put(GoNumbers.json(value.doubleValue()));
        } else {
            out.put(value.isBoolean() ? String.valueOf(value.booleanValue()) : "null");
        }
    }

    private void advance() {
        TreeCursor current = open.element();
        if (!current.hasNext()) {
            out.put(current.isObject() ? '}' : ']');
            open.pop();
            return;
        }
        byte last = out.last();
        if (last != '{' && last != '[') {
            out.put(',');
        }
        JsonNode child = current.next();
        if (current.isObject()) {
            out.string(current.key());
            out.put(':');
        }
        begin(child);
    }

    private static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char l = left.charAt(i);
            char r = right.charAt(i);
            if (l != r) {
                // Surrogates stand for code points above all other UTF-16 units.
                return Character.compare(rank(l), rank(r));
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    private static char rank(char c) {
        if (c < 0xD800) {
            return c;
        }
        return (char) (Character.isSurrogate(c) ? c + 0x2000 : c - 0x800);
    }
}
