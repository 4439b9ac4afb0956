package io.olm4j.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;

/**
 * Writes a tree as JSON for people: a line for every value, indented by 4 blanks. It does not recurse, because trees
 * may be deep. Values below 50 levels are not indented, because the indentation would be most of the text.
 */
public final class PrettyJson {
    private static final int MAX_INDENTED = 50;

    private final Nesting nesting;
    private final StringBuilder out = new StringBuilder(1024);
    private final Deque<Open> open = new ArrayDeque<>();

    private PrettyJson(Nesting nesting) {
        this.nesting = nesting;
    }

    private record Open(TreeCursor cursor, Comparator<String> order) {}

    /** Gives the order of the keys of the value under a key. */
    @FunctionalInterface
    public interface Nesting {
        /** The order for the value under a key of an object, whose own keys have the outer order. */
        Comparator<String> under(String key, Comparator<String> outer);
    }

    /**
     * The text of a tree, without a line end.
     *
     * @param order the order of the keys of the outermost object
     */
    public static String write(JsonNode tree, Comparator<String> order, Nesting nesting) {
        PrettyJson writer = new PrettyJson(nesting);
        writer.begin(tree, order);
        while (!writer.open.isEmpty()) {
            writer.advance();
        }
        return writer.out.toString();
    }

    private void begin(JsonNode value, Comparator<String> order) {
        if (value.isContainerNode() && value.isEmpty()) {
            out.append(value.isObject() ? "{}" : "[]");
        } else if (value.isContainerNode()) {
            out.append(value.isObject() ? '{' : '[');
            open.push(new Open(new TreeCursor(value, order), order));
        } else if (value.isTextual()) {
            JsonStrings.appendLossless(out, value.textValue());
        } else {
            out.append(CanonicalJson.write(value));
        }
    }

    private void advance() {
        Open current = open.element();
        TreeCursor cursor = current.cursor();
        if (!cursor.hasNext()) {
            int depth = open.size();
            open.pop();
            newLine(depth, depth - 1);
            out.append(cursor.isObject() ? '}' : ']');
            return;
        }
        char last = out.charAt(out.length() - 1);
        if (last != '{' && last != '[') {
            out.append(',');
        }
        newLine(open.size(), open.size());
        JsonNode child = cursor.next();
        if (!cursor.isObject()) {
            begin(child, current.order());
            return;
        }
        JsonStrings.appendLossless(out, cursor.key());
        out.append(": ");
        begin(child, nesting.under(cursor.key(), current.order()));
    }

    private void newLine(int depth, int indent) {
        if (depth <= MAX_INDENTED) {
            out.append('\n').repeat(' ', 4 * indent);
        }
    }
}
