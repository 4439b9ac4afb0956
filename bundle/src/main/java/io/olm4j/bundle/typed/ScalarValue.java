package io.olm4j.bundle.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.olm4j.codec.go.Quantity;
import io.olm4j.codec.json.GoJson;
import io.olm4j.versionranges.TolerantVersion;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.regex.Pattern;

/** Reads and re-encodes a single value of a {@link ScalarKind}. */
final class ScalarValue {
    /** One identifier of a pre-release by semver.org, a number without leading zeros. */
    private static final Pattern IDENTIFIER = Pattern.compile("\\d*+[a-zA-Z-][0-9a-zA-Z-]*+|0|[1-9]\\d*+");

    private static final double EXACT_LONG = 1L << 53;

    private ScalarValue() {}

    /** The value as Go encodes it; an absent value (null) becomes the zero value of its type. */
    static JsonNode of(JsonNode given, ScalarKind kind) {
        if (given.isNull()) {
            return zero(kind);
        }
        return switch (kind) {
            case STRING -> string(given);
            case BOOL -> given.isBoolean() ? given : mismatch("a boolean", given);
            case INT32 -> LongNode.valueOf(integer(given, Integer.MIN_VALUE, Integer.MAX_VALUE));
            case INT64 -> LongNode.valueOf(integer(given, Long.MIN_VALUE, Long.MAX_VALUE));
            case FLOAT64 -> given.isNumber() ? float64(given.doubleValue()) : mismatch("a number", given);
            case QUANTITY -> quantity(given);
            case INT_OR_STRING ->
                given.isTextual() ? given : LongNode.valueOf(integer(given, Integer.MIN_VALUE, Integer.MAX_VALUE));
            case TIME -> time(string(given).textValue());
            case BYTES -> bytes(string(given));
            case JSON -> given;
            case VERSION -> version(string(given).textValue());
            case RELEASE -> release(string(given));
            case SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRINGS -> given;
        };
    }

    static boolean isEmpty(JsonNode value, ScalarKind kind) {
        return switch (kind) {
            case STRING, BYTES -> value.isNull() || value.textValue().isEmpty();
            case BOOL -> !value.booleanValue();
            case INT32, INT64, FLOAT64 -> value.doubleValue() == 0;
            case JSON -> value.isNull();
            // These are structs in Go, which are never empty.
            case QUANTITY, INT_OR_STRING, TIME, VERSION, RELEASE, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRINGS ->
                false;
        };
    }

    static JsonNode zero(ScalarKind kind) {
        return switch (kind) {
            case STRING -> TextNode.valueOf("");
            case BOOL -> BooleanNode.FALSE;
            case INT32, INT64, FLOAT64, INT_OR_STRING -> IntNode.valueOf(0);
            case QUANTITY -> TextNode.valueOf("0");
            case VERSION -> TextNode.valueOf("0.0.0");
            case TIME, BYTES, JSON, RELEASE, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRINGS -> NullNode.instance;
        };
    }

    private static JsonNode string(JsonNode given) {
        return given.isTextual() ? given : mismatch("a string", given);
    }

    private static long integer(JsonNode given, long least, long most) {
        boolean whole =
                given.isIntegralNumber() || (given.isNumber() && given.doubleValue() == Math.rint(given.doubleValue()));
        if (!whole) {
            mismatch("an integer", given);
        }
        if (!given.canConvertToLong() || given.longValue() < least || given.longValue() > most) {
            throw new TypeMismatchException(
                    "wants an integer from " + least + " to " + most + ", got " + given.asText());
        }
        return given.longValue();
    }

    /** A number that went through a float. Whole numbers become integers again, as Go prints them. */
    private static JsonNode float64(double value) {
        return value == Math.rint(value) && Math.abs(value) <= EXACT_LONG
                ? LongNode.valueOf((long) value)
                : DoubleNode.valueOf(value);
    }

    private static JsonNode quantity(JsonNode given) {
        if (!given.isTextual() && !given.isNumber()) {
            mismatch("a quantity", given);
        }
        String text =
                given.isNumber() ? GoJson.encode(given) : given.textValue().strip();
        try {
            return TextNode.valueOf(Quantity.canonical(text));
        } catch (NumberFormatException e) {
            throw new TypeMismatchException(String.valueOf(e.getMessage()));
        }
    }

    private static JsonNode time(String text) {
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            return TextNode.valueOf(instant.truncatedTo(ChronoUnit.SECONDS).toString());
        } catch (DateTimeException e) {
            throw new TypeMismatchException("wants a time like 2006-01-02T15:04:05Z, got \"" + text + "\"");
        }
    }

    private static JsonNode bytes(JsonNode given) {
        try {
            // Go skips line breaks in base64.
            byte[] bytes = Base64.getDecoder()
                    .decode(given.textValue().replace("\n", "").replace("\r", ""));
            return TextNode.valueOf(Base64.getEncoder().encodeToString(bytes));
        } catch (IllegalArgumentException e) {
            throw new TypeMismatchException("wants base64 text");
        }
    }

    private static JsonNode version(String text) {
        try {
            return TextNode.valueOf(TolerantVersion.parse(text).toString());
        } catch (IllegalArgumentException e) {
            throw new TypeMismatchException(
                    "wants a semantic version like 1.2.3, got \"" + text + "\": " + e.getMessage());
        }
    }

    private static JsonNode release(JsonNode given) {
        for (String identifier : given.textValue().split("\\.", -1)) {
            if (!IDENTIFIER.matcher(identifier).matches()) {
                throw new TypeMismatchException("wants a release like 2 or 1.rc, got \"" + given.textValue() + "\"");
            }
        }
        return given;
    }

    private static JsonNode mismatch(String wanted, JsonNode given) {
        throw new TypeMismatchException("wants " + wanted + ", got " + JsonKind.of(given));
    }
}
