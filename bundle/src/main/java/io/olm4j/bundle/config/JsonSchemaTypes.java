package io.olm4j.bundle.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.typed.Field;
import io.olm4j.bundle.typed.FieldType;
import io.olm4j.bundle.typed.ScalarKind;
import io.olm4j.bundle.typed.TypeTable;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes API types as JSON schemas, with structs as referenced definitions. They are as lenient as {@link FieldCheck}.
 */
final class JsonSchemaTypes {
    private final Map<String, ObjectNode> definitions = new TreeMap<>();

    /** The structs to which the schemas so far refer. */
    ObjectNode definitions() {
        ObjectNode all = object();
        definitions.forEach(all::set);
        return all;
    }

    ObjectNode schema(FieldType type) {
        return switch (type) {
            case FieldType.Pointer(FieldType target) -> schema(target);
            case FieldType.Struct(String name) -> {
                define(name);
                yield object().put("$ref", "#/definitions/" + name);
            }
            case FieldType.ListOf(FieldType element) -> {
                ObjectNode list = object().put("type", "array");
                list.set("items", schema(element));
                yield list;
            }
            case FieldType.MapOf(FieldType value) -> {
                ObjectNode map = object().put("type", "object");
                map.set("additionalProperties", schema(value));
                yield map;
            }
            case FieldType.Scalar(ScalarKind kind) -> scalar(kind);
        };
    }

    private void define(String struct) {
        if (definitions.containsKey(struct)) {
            return;
        }
        ObjectNode definition = object().put("type", "object");
        definitions.put(struct, definition);
        ObjectNode properties = definition.putObject("properties");
        for (Field field : TypeTable.kubernetes().fields(struct)) {
            properties.set(field.name(), schema(field.type()));
            if (field.required()) {
                definition.withArray("required").add(field.name());
            }
        }
    }

    private static ObjectNode scalar(ScalarKind kind) {
        return switch (kind) {
            case STRING, TIME, BYTES, VERSION, RELEASE -> object().put("type", "string");
            case BOOL -> object().put("type", "boolean");
            case INT32, INT64 -> object().put("type", "integer");
            case FLOAT64 -> object().put("type", "number");
            case QUANTITY, INT_OR_STRING -> {
                ObjectNode either = object();
                either.putArray("type").add("string").add("number");
                yield either;
            }
            case JSON, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRINGS -> object();
        };
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
