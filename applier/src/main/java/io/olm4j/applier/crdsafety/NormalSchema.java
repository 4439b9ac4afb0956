package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The normal form of a schema: two schemas that mean the same to the API server become equal trees. It omits unknown
 * keywords, nulls and values that mean the same as their absence, has numbers in one form, and arbitrary JSON as text.
 *
 * <p>A value of the wrong type stays as it is; the API server refuses it.
 */
final class NormalSchema {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** The fields of a rule of {@code x-kubernetes-validations}, and their names in messages. */
    static final SequencedMap<String, String> RULE_FIELDS = ruleFields();

    private NormalSchema() {}

    private static SequencedMap<String, String> ruleFields() {
        var fields = new LinkedHashMap<String, String>();
        fields.put("rule", "Rule");
        fields.put("message", "Message");
        fields.put("messageExpression", "MessageExpression");
        fields.put("reason", "Reason");
        fields.put("fieldPath", "FieldPath");
        fields.put("optionalOldSelf", "OptionalOldSelf");
        return fields;
    }

    /** The normal form of a schema. Null counts as the empty schema, as it does inside lists and maps. */
    static ObjectNode of(JsonNode schema) {
        ObjectNode normal = NODES.objectNode();
        schema.properties()
                .forEach(field ->
                        Keyword.named(field.getKey()).ifPresent(keyword -> put(normal, keyword, field.getValue())));
        return normal;
    }

    private static void put(ObjectNode normal, Keyword keyword, JsonNode value) {
        if (value.isNull()) {
            return;
        }
        switch (keyword.kind()) {
            case STRING -> {
                if (!value.isTextual() || !value.textValue().isEmpty()) {
                    normal.set(keyword.jsonName(), value);
                }
            }
            case FLAG -> {
                if (!value.isBoolean() || value.booleanValue()) {
                    normal.set(keyword.jsonName(), value);
                }
            }
            case OPTIONAL_STRING, OPTIONAL_FLAG, TEXTS -> normal.set(keyword.jsonName(), value);
            case NUMBER -> normal.set(keyword.jsonName(), value.isNumber() ? number(value.doubleValue()) : value);
            case INTEGER ->
                normal.set(keyword.jsonName(), value.isNumber() ? LongNode.valueOf(value.longValue()) : value);
            case JSON -> normal.set(keyword.jsonName(), json(value));
            case JSON_LIST -> putUnlessEmpty(normal, keyword, jsonList(value));
            case STRING_LIST -> putUnlessEmpty(normal, keyword, value);
            case SCHEMA -> normal.set(keyword.jsonName(), schemaOrList(value));
            case SCHEMA_LIST -> putUnlessEmpty(normal, keyword, schemaOrList(value));
            case SCHEMA_MAP -> putUnlessEmpty(normal, keyword, schemaMap(value));
            case RULES -> putUnlessEmpty(normal, keyword, rules(value));
        }
    }

    private static void putUnlessEmpty(ObjectNode normal, Keyword keyword, JsonNode value) {
        if (!value.isContainerNode() || !value.isEmpty()) {
            normal.set(keyword.jsonName(), value);
        }
    }

    /** Removes the sign of zero: trees distinguish it, but comparisons do not. */
    private static JsonNode number(double value) {
        return DoubleNode.valueOf(value == 0 ? 0 : value);
    }

    private static JsonNode json(JsonNode value) {
        // An enum may list null; operator-controller reads that as an empty text.
        return TextNode.valueOf(value.isNull() ? "" : GoText.json(value));
    }

    private static JsonNode jsonList(JsonNode values) {
        if (!values.isArray()) {
            return values;
        }
        ArrayNode list = NODES.arrayNode(values.size());
        values.forEach(value -> list.add(json(value)));
        return list;
    }

    private static JsonNode schemaOrList(JsonNode value) {
        if (value.isArray()) {
            ArrayNode list = NODES.arrayNode(value.size());
            value.forEach(schema -> list.add(of(schema)));
            return list;
        }
        return value.isObject() ? of(value) : value;
    }

    private static JsonNode schemaMap(JsonNode value) {
        if (!value.isObject()) {
            return value;
        }
        ObjectNode map = NODES.objectNode();
        value.properties().forEach(field -> {
            JsonNode schema = field.getValue();
            map.set(field.getKey(), schema.isObject() || schema.isNull() ? of(schema) : schema);
        });
        return map;
    }

    /** In a rule, too, an empty text means the same as its absence, except for the reason, which is optional. */
    private static JsonNode rules(JsonNode value) {
        if (!value.isArray()) {
            return value;
        }
        ArrayNode rules = NODES.arrayNode(value.size());
        for (JsonNode rule : value) {
            ObjectNode normal = NODES.objectNode();
            RULE_FIELDS.keySet().forEach(name -> {
                JsonNode field = rule.path(name);
                boolean isEmpty = field.isTextual() && field.textValue().isEmpty();
                if (rule.hasNonNull(name) && (!isEmpty || name.equals("reason"))) {
                    normal.set(name, field);
                }
            });
            rules.add(normal);
        }
        return rules;
    }
}
