package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.BiConsumer;

/** Finds the schemas directly inside a schema. */
final class SchemaChildren {

    private SchemaChildren() {}

    /**
     * Passes every schema directly inside a schema in normal form to the consumer, with the segment that it adds to the
     * path.
     */
    static void forEach(ObjectNode schema, BiConsumer<String, ObjectNode> consumer) {
        schema.properties()
                .forEach(field -> Keyword.named(field.getKey()).ifPresent(keyword -> {
                    String name = "." + keyword.jsonName();
                    JsonNode value = field.getValue();
                    switch (keyword.kind()) {
                        case SCHEMA, SCHEMA_LIST -> {
                            if (value instanceof ObjectNode child) {
                                consumer.accept(name, child);
                            }
                            for (int i = 0; value.isArray() && i < value.size(); i++) {
                                accept(name + "[" + i + "]", value.get(i), consumer);
                            }
                        }
                        case SCHEMA_MAP ->
                            value.properties()
                                    .forEach(child -> accept(
                                            mapSegment(keyword, name, child.getKey()), child.getValue(), consumer));
                        case STRING,
                                OPTIONAL_STRING,
                                FLAG,
                                OPTIONAL_FLAG,
                                NUMBER,
                                INTEGER,
                                STRING_LIST,
                                JSON,
                                JSON_LIST,
                                TEXTS,
                                RULES -> {}
                    }
                }));
    }

    private static void accept(String segment, JsonNode value, BiConsumer<String, ObjectNode> consumer) {
        if (value instanceof ObjectNode child) {
            consumer.accept(segment, child);
        }
    }

    /** The path segment of a schema in a map; for a property it is the name alone. */
    private static String mapSegment(Keyword keyword, String name, String key) {
        if (keyword == Keyword.PROPERTIES) {
            return key.isEmpty() ? "[]" : "." + key;
        }
        return name + "[" + key + "]";
    }
}
