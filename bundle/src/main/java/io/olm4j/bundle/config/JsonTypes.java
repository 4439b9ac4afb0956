package io.olm4j.bundle.config;

import com.fasterxml.jackson.databind.JsonNode;

/** The names of value types in JSON Schema. */
final class JsonTypes {
    private JsonTypes() {}

    static String of(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "array";
            case OBJECT, POJO -> "object";
            case BOOLEAN -> "boolean";
            case NUMBER -> "number";
            case STRING, BINARY -> "string";
            case NULL, MISSING -> "null";
        };
    }
}
