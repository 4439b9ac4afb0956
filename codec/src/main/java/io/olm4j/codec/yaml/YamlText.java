package io.olm4j.codec.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.json.TreeCursor;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes a tree as YAML in block style with sorted keys. It does not recurse, because trees may be deep. Values below
 * 32 levels are written in flow style, because the indentation would be most of the text.
 */
public final class YamlText {
    private static final int MAX_BLOCKS = 32;

    /** A key must end before its 1024th character, unless it is marked as a key. */
    private static final int LONG_KEY = 1000;

    private final StringBuilder out = new StringBuilder(1024);
    private final Deque<Open> open = new ArrayDeque<>();

    private YamlText() {}

    /** A list or object that is being written; onLine if its first entry continues the current line. */
    private static final class Open {
        private final TreeCursor cursor;
        private final int indent;
        private boolean onLine;

        Open(JsonNode container, int indent, boolean onLine) {
            this.cursor = new TreeCursor(container, CanonicalJson.KEY_ORDER);
            this.indent = indent;
            this.onLine = onLine;
        }
    }

    /** The text of a tree, with a line end. */
    public static String write(JsonNode tree) {
        YamlText writer = new YamlText();
        if (isBlock(tree)) {
            writer.open.push(new Open(tree, 0, true));
        } else {
            writer.leaf(tree, 2);
        }
        while (!writer.open.isEmpty()) {
            writer.advance();
        }
        return writer.out.append('\n').toString();
    }

    private void advance() {
        Open current = open.element();
        if (!current.cursor.hasNext()) {
            open.pop();
            return;
        }
        if (current.onLine) {
            current.onLine = false;
        } else {
            out.append('\n').repeat(' ', current.indent);
        }
        JsonNode child = current.cursor.next();
        if (current.cursor.isObject()) {
            boolean marked = key(current.cursor.key(), current.indent);
            value(child, current.indent, marked || child.isObject() ? current.indent + 2 : current.indent, false);
        } else {
            out.append('-');
            value(child, current.indent, current.indent + 2, true);
        }
    }

    /** Writes a key. Returns whether it is marked with "?" because of its length. */
    private boolean key(String key, int indent) {
        StringBuilder text = new StringBuilder();
        YamlStrings.append(text, key);
        if (text.length() <= LONG_KEY) {
            out.append(text).append(':');
            return false;
        }
        out.append("? ").append(text).append('\n').repeat(' ', indent).append(':');
        return true;
    }

    private void value(JsonNode value, int indent, int childIndent, boolean onLine) {
        if (!isBlock(value)) {
            out.append(' ');
            leaf(value, indent + 2);
        } else if (open.size() >= MAX_BLOCKS) {
            out.append(' ');
            YamlFlow.append(out, value);
        } else {
            if (onLine) {
                out.append(' ');
            }
            open.push(new Open(value, childIndent, onLine));
        }
    }

    private static boolean isBlock(JsonNode value) {
        return value.isContainerNode() && !value.isEmpty();
    }

    private void leaf(JsonNode value, int indent) {
        if (value.isTextual() && YamlLiteral.fits(value.textValue(), indent)) {
            YamlLiteral.append(out, value.textValue(), indent);
        } else {
            YamlFlow.append(out, value);
        }
    }
}
