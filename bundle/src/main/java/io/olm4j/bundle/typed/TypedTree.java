package io.olm4j.bundle.typed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * Decodes a tree to an API type and encodes it again. The result has no unknown fields and no empty optional fields;
 * values are canonical, fields are in the type's order, and maps in the order of their keys.
 *
 * <p>Field names are case-sensitive, and values are not converted: a number does not become a string.
 */
public final class TypedTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final TypeTable types = TypeTable.kubernetes();
    private final Nulls nulls;

    private TypedTree(Nulls nulls) {
        this.nulls = nulls;
    }

    /**
     * The tree as the struct encodes it; the source is not changed.
     *
     * @param source an object with any fields
     * @param struct a struct of {@link TypeTable}
     * @throws TypeMismatchException if a field has a value of another type
     */
    public static ObjectNode of(JsonNode source, String struct, Nulls nulls) {
        return new TypedTree(nulls).struct(source, struct);
    }

    private ObjectNode struct(JsonNode source, String name) {
        if (!source.isNull() && !source.isObject()) {
            throw new TypeMismatchException("wants an object, got " + JsonKind.of(source));
        }
        ObjectNode result = NODES.objectNode();
        StructFields fields = types.struct(name);
        for (long left = fields.positions(source.fieldNames()); left != 0; left &= left - 1) {
            Field field = fields.all().get(Long.numberOfTrailingZeros(left));
            JsonNode given = source.path(field.name());
            try {
                put(result, field, given.isMissingNode() ? NullNode.instance : given);
            } catch (TypeMismatchException e) {
                throw e.under(field.name());
            }
        }
        return result;
    }

    private void put(ObjectNode result, Field field, JsonNode given) {
        if (given.isNull() && field.omitZero()) {
            return;
        }
        JsonNode value = value(given, field.type());
        if (field.omitEmpty() && isEmpty(value, field.type())) {
            return;
        }
        if (value.isNull() && nulls == Nulls.DROPPED) {
            return;
        }
        result.set(field.name(), value);
    }

    /** The value as its type encodes it; null means an absent value. */
    private JsonNode value(JsonNode given, FieldType type) {
        return switch (type) {
            case FieldType.Pointer(FieldType target) -> given.isNull() ? given : value(given, target);
            case FieldType.Struct(String name) -> struct(given, name);
            case FieldType.ListOf(FieldType element) -> given.isNull() ? given : list(given, element);
            case FieldType.MapOf(FieldType value) -> given.isNull() ? given : map(given, value);
            case FieldType.Scalar(ScalarKind kind) -> scalar(given, kind);
        };
    }

    private JsonNode scalar(JsonNode given, ScalarKind kind) {
        return switch (kind) {
            case SCHEMA_OR_ARRAY -> given.isArray() && !given.isEmpty() ? list(given, SCHEMA) : schema(given);
            case SCHEMA_OR_BOOL -> given.isBoolean() || given.isNull() ? given : schemaOnly(given);
            case SCHEMA_OR_STRINGS -> given.isArray() ? list(given, STRING) : schema(given);
            default -> ScalarValue.of(given, kind);
        };
    }

    private JsonNode schemaOnly(JsonNode given) {
        if (!given.isObject()) {
            throw new TypeMismatchException("wants a schema, true or false, got " + JsonKind.of(given));
        }
        return schema(given);
    }

    private JsonNode schema(JsonNode given) {
        return given.isObject() ? struct(given, SCHEMA.name()) : NullNode.instance;
    }

    private ArrayNode list(JsonNode given, FieldType element) {
        if (!given.isArray()) {
            throw new TypeMismatchException("wants a list, got " + JsonKind.of(given));
        }
        ArrayNode result = NODES.arrayNode(given.size());
        for (int i = 0; i < given.size(); i++) {
            try {
                result.add(value(given.get(i), element));
            } catch (TypeMismatchException e) {
                throw e.under("[" + i + "]");
            }
        }
        return result;
    }

    private ObjectNode map(JsonNode given, FieldType value) {
        if (!given.isObject()) {
            throw new TypeMismatchException("wants an object, got " + JsonKind.of(given));
        }
        Map<String, JsonNode> sorted = new TreeMap<>();
        for (Map.Entry<String, JsonNode> entry : given.properties()) {
            try {
                sorted.put(entry.getKey(), value(entry.getValue(), value));
            } catch (TypeMismatchException e) {
                throw e.under("[\"" + entry.getKey() + "\"]");
            }
        }
        return NODES.objectNode().setAll(sorted);
    }

    /** Go's notion of an empty value: a struct is never empty, an absent pointer is. */
    private static boolean isEmpty(JsonNode value, FieldType type) {
        return switch (type) {
            case FieldType.Pointer ignored -> value.isNull();
            case FieldType.Struct ignored -> false;
            case FieldType.ListOf ignored -> value.isEmpty();
            case FieldType.MapOf ignored -> value.isEmpty();
            case FieldType.Scalar(ScalarKind kind) -> ScalarValue.isEmpty(value, kind);
        };
    }

    private static final FieldType.Struct SCHEMA = new FieldType.Struct("JSONSchemaProps");
    private static final FieldType.Scalar STRING = new FieldType.Scalar(ScalarKind.STRING);
}
