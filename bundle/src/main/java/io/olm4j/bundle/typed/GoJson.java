package io.olm4j.bundle.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Map;

/** JSON text as Go's encoder writes it: no spaces, {@code < > &} and the line separators escaped, Go's numbers. */
public final class GoJson {
    private static final double EXPONENT_FROM = 1e21;
    private static final double EXPONENT_BELOW = 1e-6;
    private static final double EXACT_LONG = 1L << 53;

    private GoJson() {}

    /** The text of a tree, fields in the tree's order. */
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
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ' || isEscaped(c)) {
                        appendEscape(c, out);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static void appendEscape(char c, StringBuilder out) {
        out.append("\\u").append(HexFormat.of().toHexDigits(c));
    }

    private static boolean isEscaped(char c) {
        return c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029';
    }

    /** JSON text without its spaces, its characters escaped as {@link #encode} does, numbers and key order as they are. */
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

    /** A number that went through a float: whole ones are integers again, as Go prints them. */
    static JsonNode float64(double value) {
        return value == Math.rint(value) && Math.abs(value) <= EXACT_LONG
                ? LongNode.valueOf((long) value)
                : DoubleNode.valueOf(value);
    }

    private static String number(double value) {
        double size = Math.abs(value);
        BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (size == 0 || (size >= EXPONENT_BELOW && size < EXPONENT_FROM)) {
            return exact.signum() == 0 ? "0" : exact.toPlainString();
        }
        BigInteger unscaled = exact.unscaledValue();
        String digits = unscaled.abs().toString();
        int exponent = digits.length() - 1 - exact.scale();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String sign = exponent < 0 ? "-" : "+";
        String power = (exponent >= 0 && exponent < 10 ? "0" : "") + Math.abs(exponent);
        return (unscaled.signum() < 0 ? "-" : "") + mantissa + "e" + sign + power;
    }
}
