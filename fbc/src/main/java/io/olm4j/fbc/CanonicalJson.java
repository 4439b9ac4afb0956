package io.olm4j.fbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** Writes a tree as Go's JSON encoder writes a generic value without HTML escaping. Without recursion, as trees may be deep. */
final class CanonicalJson {
    /** The order of the UTF-8 bytes, which is that of the code points and not of Java's UTF-16 units. */
    static final Comparator<String> KEY_ORDER = CanonicalJson::compare;

    private final StringBuilder out = new StringBuilder(256);
    private final Deque<Open> open = new ArrayDeque<>();

    private CanonicalJson() {}

    /** A list or object that is being written; a list's elements have no keys. */
    private record Open(JsonNode container, Iterator<String> keys, Iterator<JsonNode> elements) {
        boolean isObject() {
            return container.isObject();
        }
    }

    static String write(JsonNode tree) {
        CanonicalJson writer = new CanonicalJson();
        writer.begin(tree);
        while (!writer.open.isEmpty()) {
            writer.advance();
        }
        return writer.out.toString();
    }

    private void begin(JsonNode value) {
        if (value instanceof ObjectNode object) {
            List<String> keys = new ArrayList<>(object.size());
            object.fieldNames().forEachRemaining(keys::add);
            keys.sort(KEY_ORDER);
            out.append('{');
            open.push(new Open(value, keys.iterator(), List.<JsonNode>of().iterator()));
        } else if (value.isArray()) {
            out.append('[');
            open.push(new Open(value, List.<String>of().iterator(), value.elements()));
        } else if (value.isTextual()) {
            string(value.textValue());
        } else if (value.isNumber()) {
            out.append(GoNumbers.json(value.doubleValue()));
        } else {
            out.append(value.isBoolean() ? String.valueOf(value.booleanValue()) : "null");
        }
    }

    private void advance() {
        Open current = open.element();
        boolean more = current.isObject()
                ? current.keys().hasNext()
                : current.elements().hasNext();
        if (!more) {
            out.append(current.isObject() ? '}' : ']');
            open.pop();
            return;
        }
        char last = out.charAt(out.length() - 1);
        if (last != '{' && last != '[') {
            out.append(',');
        }
        if (current.isObject()) {
            String key = current.keys().next();
            string(key);
            out.append(':');
            begin(current.container().get(key));
        } else {
            begin(current.elements().next());
        }
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                control(c);
            } else if (c == '\u2028' || c == '\u2029') {
                out.append(c == '\u2028' ? "\\u2028" : "\\u2029");
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else {
                out.append(Character.isSurrogate(c) ? '\uFFFD' : c);
            }
        }
        out.append('"');
    }

    private void control(char c) {
        switch (c) {
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default ->
                out.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 0xF, 16));
        }
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
