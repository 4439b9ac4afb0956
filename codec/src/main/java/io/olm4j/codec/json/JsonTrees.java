package io.olm4j.codec.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import io.olm4j.codec.text.Excerpt;
import io.olm4j.codec.text.ReaderLimits;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Builds trees from JSON tokens as Go does: the last of several equal keys wins. */
public final class JsonTrees {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final Pattern HALF_PAIR = Pattern.compile("\\p{Cs}");

    /** A float represents every integer below this one exactly. */
    private static final double EXACT = 1L << 53;

    private JsonTrees() {}

    /**
     * A factory of parsers within limits.
     *
     * <p>The canonicalization of field names stays enabled: without it Jackson 2.21 reads past the end of a value that
     * lies inside a larger array.
     */
    public static JsonFactory factory(ReaderLimits limits) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.depth())
                        .maxStringLength(limits.documentBytes())
                        .maxNameLength(limits.documentBytes())
                        .maxNumberLength(limits.documentBytes())
                        .build())
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }

    /** Builds the value that the parser's current token starts, and leaves the parser at its last token. */
    public static JsonNode build(JsonParser parser) throws IOException {
        return build(parser, Numbers.FLOAT64, ReaderLimits.DEFAULT);
    }

    static JsonNode build(JsonParser parser, Numbers numbers, ReaderLimits limits) throws IOException {
        Deque<JsonNode> open = new ArrayDeque<>();
        Deque<String> names = new ArrayDeque<>();
        JsonToken token = parser.currentToken();
        int nodes = 0;
        while (true) {
            JsonNode done = null;
            if ((token.isStructStart() || token.isScalarValue()) && ++nodes > limits.nodes()) {
                throw new JsonParseException(parser, limits.nodesExceeded());
            }
            switch (token) {
                case START_OBJECT -> open.push(NODES.objectNode());
                case START_ARRAY -> open.push(NODES.arrayNode());
                case FIELD_NAME -> names.push(wellFormed(parser.currentName()));
                case END_OBJECT, END_ARRAY -> done = open.pop();
                default -> done = scalar(parser, token, numbers);
            }
            if (done != null) {
                if (open.isEmpty()) {
                    return done;
                }
                attach(open.peek(), names, done);
            }
            token = next(parser);
        }
    }

    private static void attach(@Nullable JsonNode parent, Deque<String> names, JsonNode value) {
        if (parent instanceof ObjectNode object) {
            object.set(names.pop(), value);
        } else if (parent instanceof ArrayNode array) {
            array.add(value);
        }
    }

    private static JsonToken next(JsonParser parser) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw new IOException("unexpected end of the JSON value");
        }
        return token;
    }

    private static ValueNode scalar(JsonParser parser, JsonToken token, Numbers numbers) throws IOException {
        return switch (token) {
            case VALUE_STRING -> NODES.textNode(wellFormed(parser.getText()));
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case VALUE_NUMBER_INT ->
                numbers == Numbers.INT64 && fitsLong(parser) ? NODES.numberNode(parser.getLongValue()) : number(parser);
            default -> number(parser);
        };
    }

    /** Replaces half a surrogate pair, which only an escape can produce, by U+FFFD. */
    private static String wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return HALF_PAIR.matcher(text).replaceAll("\ufffd");
            }
        }
        return text;
    }

    private static boolean fitsLong(JsonParser parser) throws IOException {
        return parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
    }

    private static ValueNode number(JsonParser parser) throws IOException {
        double value = Double.parseDouble(parser.getText());
        if (Double.isInfinite(value)) {
            throw new InputCoercionException(
                    parser,
                    "the number " + Excerpt.of(parser.getText()) + " is out of range",
                    parser.currentToken(),
                    Double.class);
        }
        return number(value);
    }

    /**
     * The node of a number. A whole number that a float represents exactly becomes a long, so that it can be read as an
     * integer.
     */
    public static ValueNode number(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < EXACT;
        boolean negativeZero = value == 0 && 1 / value < 0;
        return whole && !negativeZero ? NODES.numberNode((long) value) : NODES.numberNode(value);
    }
}
