package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Values as Go prints them, which is how they stand in the messages. */
final class GoText {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    static {
        JSON.getFactory().setCharacterEscapes(new HtmlSafe());
    }

    private GoText() {}

    /** JSON without blanks, keys sorted, safe inside HTML. */
    static String json(JsonNode value) {
        try {
            return JSON.writeValueAsString(plainNumbers(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode plainNumbers(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode copy = JsonNodeFactory.instance.objectNode();
                object.properties().forEach(field -> copy.set(field.getKey(), plainNumbers(field.getValue())));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode(array.size());
                array.forEach(item -> copy.add(plainNumbers(item)));
                yield copy;
            }
            default -> value.isFloatingPointNumber() ? plain(value.doubleValue()) : value;
        };
    }

    /** 1.0 is 1. */
    private static JsonNode plain(double value) {
        BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        return DecimalNode.valueOf(exact.scale() < 0 ? exact.setScale(0) : exact);
    }

    /** As {@code %v} prints a float64: the shortest digits, with an exponent from a million on. */
    static String number(double value) {
        BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        String digits = exact.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - exact.scale();
        if (exact.signum() == 0 || (exponent >= -4 && exponent < 6)) {
            return exact.toPlainString();
        }
        String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
        return (exact.signum() < 0 ? "-" : "") + digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+")
                + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }

    /** As {@code %q} prints a text: in double quotes, on one line. */
    static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> {
            int named = "\"\\\u0007\b\f\n\r\t\u000b".indexOf(c);
            if (named >= 0) {
                out.append('\\').append("\"\\abfnrtv".charAt(named));
            } else if (isPrintable(c)) {
                out.appendCodePoint(c);
            } else {
                out.append(String.format(c < 0x80 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
            }
        });
        return out.append('"').toString();
    }

    private static boolean isPrintable(int c) {
        int type = Character.getType(c);
        return c == ' '
                || (type != Character.UNASSIGNED && (type < Character.SPACE_SEPARATOR || type > Character.SURROGATE));
    }

    /** What Go's JSON encoder escapes, in its lower-case digits. */
    private static final class HtmlSafe extends CharacterEscapes {
        private static final long serialVersionUID = 1;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = CharacterEscapes.standardAsciiEscapesForJSON();
            for (int c = 0; c < codes.length; c++) {
                if (codes[c] == ESCAPE_STANDARD || "<>&".indexOf(c) >= 0) {
                    codes[c] = ESCAPE_CUSTOM;
                }
            }
            return codes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int c) {
            return c < 0x80 || c == 0x2028 || c == 0x2029 ? new SerializedString(String.format("\\u%04x", c)) : null;
        }
    }
}
