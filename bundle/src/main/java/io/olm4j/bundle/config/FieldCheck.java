package io.olm4j.bundle.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.bundle.typed.Field;
import io.olm4j.bundle.typed.FieldType;
import io.olm4j.bundle.typed.ScalarKind;
import io.olm4j.bundle.typed.TypeTable;
import java.util.List;
import java.util.Map;

/**
 * Checks a value against an API type as its published schema does. It checks types and required fields and ignores
 * unknown fields.
 */
final class FieldCheck {
    private final List<String> problems;

    FieldCheck(List<String> problems) {
        this.problems = problems;
    }

    void check(JsonNode value, FieldType type, String path) {
        switch (type) {
            case FieldType.Pointer(FieldType target) -> check(value, target, path);
            case FieldType.Struct(String name) -> checkStruct(value, name, path);
            case FieldType.ListOf(FieldType element) -> {
                if (isA("array", value.isArray(), value, path)) {
                    for (int i = 0; i < value.size(); i++) {
                        check(value.get(i), element, path + "." + i);
                    }
                }
            }
            case FieldType.MapOf(FieldType element) -> {
                if (isA("object", value.isObject(), value, path)) {
                    for (Map.Entry<String, JsonNode> entry : value.properties()) {
                        check(entry.getValue(), element, path + "." + entry.getKey());
                    }
                }
            }
            case FieldType.Scalar(ScalarKind kind) -> checkScalar(value, kind, path);
        }
    }

    private void checkStruct(JsonNode value, String name, String path) {
        if (!isA("object", value.isObject(), value, path)) {
            return;
        }
        List<Field> fields = TypeTable.kubernetes().fields(name);
        for (Field field : fields) {
            if (field.required() && !value.has(field.name())) {
                problems.add("required field \"" + path + "." + field.name() + "\" is missing");
            }
        }
        for (Field field : fields) {
            if (value.has(field.name())) {
                check(value.get(field.name()), field.type(), path + "." + field.name());
            }
        }
    }

    private void checkScalar(JsonNode value, ScalarKind kind, String path) {
        switch (kind) {
            case STRING, TIME, BYTES, VERSION, RELEASE -> isA("string", value.isTextual(), value, path);
            case BOOL -> isA("boolean", value.isBoolean(), value, path);
            case INT32, INT64 -> isA("integer", isWhole(value), value, path);
            case FLOAT64 -> isA("number", value.isNumber(), value, path);
            case QUANTITY, INT_OR_STRING -> isA("string or number", value.isTextual() || value.isNumber(), value, path);
            case JSON, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRINGS -> {}
        }
    }

    /** Records a problem unless the value has the wanted type; null counts as a missing field. */
    boolean isA(String wanted, boolean matches, JsonNode value, String path) {
        if (!matches) {
            problems.add(
                    value.isNull()
                            ? "required field \"" + path + "\" is missing"
                            : "invalid type for field \"" + path + "\": got " + JsonTypes.of(value) + ", want "
                                    + wanted);
        }
        return matches;
    }

    private static boolean isWhole(JsonNode value) {
        return value.isIntegralNumber() || (value.isNumber() && value.doubleValue() == Math.rint(value.doubleValue()));
    }
}
