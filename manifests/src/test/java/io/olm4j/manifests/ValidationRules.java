package io.olm4j.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Collects the validation rules of a schema. */
final class ValidationRules {

    private final List<ValidationRule> rules = new ArrayList<>();

    private ValidationRules() {}

    /** The rules of the schema of a CustomResourceDefinition's version. */
    static List<ValidationRule> of(JsonNode schema) {
        ValidationRules collector = new ValidationRules();
        collector.collect("", schema);
        return List.copyOf(collector.rules);
    }

    private void collect(String path, JsonNode schema) {
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            collect(path, keyword.getKey(), keyword.getValue());
        }
    }

    /** Fails on a keyword it does not know, so that no rule can be overlooked. */
    private void collect(String path, String keyword, JsonNode value) {
        switch (keyword) {
            case "properties" ->
                value.properties().forEach(field -> collect(child(path, field.getKey()), field.getValue()));
            case "items" -> collect(path + "[]", value);
            case "additionalProperties" -> collect(path + ".*", value);
            case "required" -> value.forEach(field -> require(path, field.asText()));
            case "enum" -> add(path, "Unsupported value: ");
            case "minimum" -> add(path, "in body should be greater than or equal to " + value.asText());
            case "maximum" -> add(path, "in body should be less than or equal to " + value.asText());
            case "minLength" -> add(path, "in body should be at least " + value.asText() + " chars long");
            case "maxLength" -> add(path, "Too long: may not be more than " + value.asText() + " bytes");
            case "pattern" -> add(path, "in body should match '" + value.asText() + "'");
            case "minItems" -> add(path, "in body should have at least " + value.asText() + " items");
            case "maxItems" -> add(path, "Too many: ");
            case "minProperties" -> add(path, "in body should have at least " + value.asText() + " properties");
            case "x-kubernetes-validations" ->
                value.forEach(rule -> add(path, ": " + rule.path("message").asText()));
            case "x-kubernetes-list-map-keys" -> add(path + "[]", "Duplicate value: ");
            case "x-kubernetes-embedded-resource" ->
                List.of("apiVersion", "kind").forEach(name -> require(path, name));
            case "type",
                    "format",
                    "default",
                    "description",
                    "x-kubernetes-list-type",
                    "x-kubernetes-map-type",
                    "x-kubernetes-preserve-unknown-fields" -> {}
            default -> throw new IllegalArgumentException("unknown keyword " + keyword + " at " + path);
        }
    }

    private void require(String path, String field) {
        // Without metadata the API server misses the name, before it looks at the schema.
        if (!child(path, field).equals("metadata")) {
            add(child(path, field), "Required value");
        }
    }

    private void add(String path, String text) {
        rules.add(new ValidationRule(path, text));
    }

    private static String child(String path, String field) {
        return path.isEmpty() ? field : path + "." + field;
    }
}
