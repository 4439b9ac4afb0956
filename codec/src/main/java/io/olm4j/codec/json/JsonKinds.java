package io.olm4j.codec.json;

import com.fasterxml.jackson.databind.JsonNode;

/** Names for kinds of JSON values, for messages. */
public final class JsonKinds {
    private JsonKinds() {}

    /** Such as {@code a list} or {@code a number}. */
    public static String describe(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "a list";
            case OBJECT -> "an object";
            case BOOLEAN -> "a boolean";
            case NUMBER -> "a number";
            case STRING -> "a string";
            case NULL, MISSING -> "null";
            case BINARY, POJO -> "binary data";
        };
    }
}
