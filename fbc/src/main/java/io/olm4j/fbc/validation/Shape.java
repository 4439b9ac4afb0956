package io.olm4j.fbc.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.json.JsonKinds;
import io.olm4j.codec.text.TextSyntaxException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The form that a value must have so that Go can decode it into a typed value; null fits every form. */
sealed interface Shape {
    /** The problem of a value, with its path; empty if the value fits. */
    Optional<String> problem(JsonNode value, String path);

    private static Optional<String> mismatch(String path, String wanted, JsonNode value) {
        return Optional.of(path + " must be " + wanted + ", not " + JsonKinds.describe(value));
    }

    /** Any value. */
    record Anything() implements Shape {
        @Override
        public Optional<String> problem(JsonNode value, String path) {
            return Optional.empty();
        }
    }

    /** A string. */
    record Text() implements Shape {
        @Override
        public Optional<String> problem(JsonNode value, String path) {
            return value.isTextual() || value.isNull() ? Optional.empty() : mismatch(path, "a string", value);
        }
    }

    /** True or false. */
    record Flag() implements Shape {
        @Override
        public Optional<String> problem(JsonNode value, String path) {
            return value.isBoolean() || value.isNull() ? Optional.empty() : mismatch(path, "true or false", value);
        }
    }

    /** An integer of 32 bits. */
    record Int32() implements Shape {
        @Override
        public Optional<String> problem(JsonNode value, String path) {
            return (value.isIntegralNumber() && value.canConvertToInt()) || value.isNull()
                    ? Optional.empty()
                    : mismatch(path, "an integer of 32 bits", value);
        }
    }

    /** An integer of 64 bits; a large one may have become a float. */
    record Int64() implements Shape {
        @Override
        public Optional<String> problem(JsonNode value, String path) {
            double number = value.doubleValue();
            boolean whole = value.isNumber() && number == Math.rint(number) && Math.abs(number) < 0x1p63;
            return whole || value.isNull() ? Optional.empty() : mismatch(path, "an integer", value);
        }
    }

    /** Binary data: base64, or a list of byte values. */
    record Bytes() implements Shape {
        @Override
        public Optional<String> problem(JsonNode value, String path) {
            if (value.isArray()) {
                for (JsonNode element : value) {
                    boolean isByte =
                            element.isIntegralNumber() && element.longValue() >= 0 && element.longValue() < 256;
                    if (!isByte && !element.isNull()) {
                        return mismatch(path, "base64 text", value);
                    }
                }
                return Optional.empty();
            }
            if (!value.isTextual()) {
                return value.isNull() ? Optional.empty() : mismatch(path, "base64 text", value);
            }
            return decode(value.textValue()).isPresent() ? Optional.empty() : Optional.of(path + " is not base64");
        }

        /** Decodes base64 as Go does: line ends are ignored, and the padding must be complete. */
        static Optional<byte[]> decode(String text) {
            String stripped = text.replace("\n", "").replace("\r", "");
            if (stripped.length() % 4 != 0) {
                return Optional.empty();
            }
            try {
                return Optional.of(Base64.getDecoder().decode(stripped));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }

    /** A list. */
    record ListOf(Shape element) implements Shape {
        @Override
        public Optional<String> problem(JsonNode value, String path) {
            if (!value.isArray()) {
                return value.isNull() ? Optional.empty() : mismatch(path, "a list", value);
            }
            int index = 0;
            for (JsonNode child : value) {
                Optional<String> problem = element.problem(child, path + "[" + index++ + "]");
                if (problem.isPresent()) {
                    return problem;
                }
            }
            return Optional.empty();
        }
    }

    /** An object with any keys. */
    record MapOf(Shape element) implements Shape {
        @Override
        public Optional<String> problem(JsonNode value, String path) {
            return fieldsProblem(value, path, _ -> element);
        }
    }

    /** An object with known keys, given in lower case; other keys may have any value. */
    record Struct(Map<String, Shape> fields) implements Shape {
        @Override
        public Optional<String> problem(JsonNode value, String path) {
            return fieldsProblem(value, path, key -> fields.getOrDefault(key.toLowerCase(Locale.ROOT), new Anything()));
        }
    }

    private static Optional<String> fieldsProblem(
            JsonNode value, String path, java.util.function.Function<String, Shape> shapes) {
        if (!(value instanceof ObjectNode object)) {
            return value.isNull() ? Optional.empty() : mismatch(path, "an object", value);
        }
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            Optional<String> problem =
                    shapes.apply(field.getKey()).problem(field.getValue(), path + "." + field.getKey());
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    /**
     * Refuses a field that is not binary data.
     *
     * @throws TextSyntaxException if it is not
     */
    static void requireBytes(Fields fields, String name) {
        for (JsonNode value : fields.values(name)) {
            Optional<String> problem = new Bytes().problem(value, fields.pathOf(name));
            if (problem.isPresent()) {
                throw new TextSyntaxException(fields.location(), problem.get());
            }
        }
    }

    /** The binary data of a field that was checked before; empty if it is left out. */
    static byte[] bytes(Fields fields, String name) {
        JsonNode value = fields.value(name).orElse(null);
        if (value == null) {
            return new byte[0];
        }
        if (value.isTextual()) {
            return Bytes.decode(value.textValue()).orElseGet(() -> new byte[0]);
        }
        byte[] data = new byte[value.size()];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) value.get(i).intValue();
        }
        return data;
    }
}
