package io.olm4j.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.go.GoNumbers;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON text as Go's encoder writes it by default: no spaces, {@code < > &} and the line separators escaped, keys in the
 * given order. {@link CanonicalJson} sorts keys and does not escape HTML.
 */
public final class GoJson {
    private GoJson() {}

    /**
     * The text of a tree, with the fields in the tree's order. Integers and decimals keep all their digits; floats are
     * written as Go writes them.
     */
    public static String encode(JsonNode node) {
        StringBuilder out = new StringBuilder();
        append(node, out);
        return out.toString();
    }

    private static void append(JsonNode node, StringBuilder out) {
        if (node.isObject()) {
            out.append('{');
            boolean first = true;
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                if (!first) {
                    out.append(',');
                }
                first = false;
                appendString(field.getKey(), out);
                out.append(':');
                append(field.getValue(), out);
            }
            out.append('}');
        } else if (node.isArray()) {
            out.append('[');
            for (int i = 0; i < node.size(); i++) {
                if (i > 0) {
                    out.append(',');
                }
                append(node.get(i), out);
            }
            out.append(']');
        } else if (node.isTextual()) {
            appendString(node.textValue(), out);
        } else if (node.isBigDecimal()) {
            out.append(node.decimalValue().toPlainString());
        } else if (node.isIntegralNumber()) {
            out.append(node.bigIntegerValue());
        } else if (node.isNumber()) {
            out.append(number(node.doubleValue()));
        } else {
            out.append(node.asText());
        }
    }

    private static void appendString(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            @Nullable String escape = JsonEscapes.of(c);
            if (escape != null) {
                out.append(escape);
            } else if (isHtml(c)) {
                appendEscape(c, out);
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static void appendEscape(char c, StringBuilder out) {
        out.append("\\u").append(HexFormat.of().toHexDigits(c));
    }

    private static boolean isHtml(char c) {
        return c == '<' || c == '>' || c == '&';
    }

    private static boolean isEscaped(char c) {
        return isHtml(c) || c == '\u2028' || c == '\u2029';
    }

    /**
     * JSON text without its spaces. Characters are escaped as in {@link #encode}; numbers and the key order stay
     * unchanged.
     */
    public static String compact(String json) {
        StringBuilder out = new StringBuilder(json.length());
        boolean inString = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (inString && c == '\\') {
                out.append(c).append(json.charAt(++i));
            } else if (isEscaped(c)) {
                appendEscape(c, out);
            } else if (inString || !isBlank(c)) {
                out.append(c);
                inString ^= c == '"';
            }
        }
        return out.toString();
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    /** A float as Go writes it, but zero never has a sign. */
    private static String number(double value) {
        return value == 0 ? "0" : GoNumbers.json(value);
    }
}
