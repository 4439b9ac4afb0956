package io.olm4j.bundle.typed;

import com.fasterxml.jackson.databind.JsonNode;

/** The kind of a JSON value in words. */
final class JsonKind {
    private JsonKind() {}

    static String of(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "a list";
            case OBJECT, POJO -> "an object";
            case BOOLEAN -> "a boolean";
            case NUMBER -> "the number " + node.asText();
            case STRING, BINARY -> "a string";
            case NULL, MISSING -> "nothing";
        };
    }
}
