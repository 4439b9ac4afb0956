package io.olm4j.codec.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.json.TreeCursor;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes a tree as YAML on one line. Lists and objects are in flow style, which differs from JSON in keys and strings.
 */
final class YamlFlow {
    private YamlFlow() {}

    static void append(StringBuilder out, JsonNode tree) {
        Deque<TreeCursor> open = new ArrayDeque<>();
        begin(out, tree, open);
        while (!open.isEmpty()) {
            advance(out, open);
        }
    }

    private static void advance(StringBuilder out, Deque<TreeCursor> open) {
        TreeCursor current = open.element();
        if (!current.hasNext()) {
            out.append(current.isObject() ? '}' : ']');
            open.pop();
            return;
        }
        char last = out.charAt(out.length() - 1);
        if (last != '{' && last != '[') {
            out.append(", ");
        }
        JsonNode child = current.next();
        if (current.isObject()) {
            // A key marked with "?" may have any length.
            out.append("? ");
            YamlStrings.appendQuoted(out, current.key());
            out.append(" : ");
        }
        begin(out, child, open);
    }

    private static void begin(StringBuilder out, JsonNode value, Deque<TreeCursor> open) {
        if (value.isContainerNode() && value.isEmpty()) {
            out.append(value.isObject() ? "{}" : "[]");
        } else if (value.isContainerNode()) {
            out.append(value.isObject() ? '{' : '[');
            open.push(new TreeCursor(value, CanonicalJson.KEY_ORDER));
        } else if (value.isTextual()) {
            if (open.isEmpty()) {
                YamlStrings.append(out, value.textValue());
            } else {
                YamlStrings.appendQuoted(out, value.textValue());
            }
        } else {
            String json = CanonicalJson.write(value);
            // The integer -0 is 0 in YAML.
            out.append(json.equals("-0") ? "-0.0" : json);
        }
    }
}
