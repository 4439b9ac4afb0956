package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.crdsafety.Change.Value;
import io.olm4j.versionranges.Quoted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Lists how two schemas in normal form differ, down to the values. */
final class SchemaDiff {

    private static final String COMPLEX = "<complex value>";
    private static final String EMPTY = "<empty>";
    private static final String NONE = "nil";

    private final Limits limits;
    private final List<Change> changes = new ArrayList<>();

    private SchemaDiff(Limits limits) {
        this.limits = limits;
    }

    /**
     * The differences; none if the schemas are equal.
     *
     * @param skipped keywords to ignore in the schemas themselves, but not in the schemas inside them
     */
    static List<Change> of(ObjectNode old, ObjectNode latest, Set<Keyword> skipped, Limits limits) {
        SchemaDiff diff = new SchemaDiff(limits);
        diff.schemas("", old, latest, skipped);
        return diff.changes;
    }

    private void schemas(String location, JsonNode old, JsonNode latest, Set<Keyword> skipped) {
        for (Keyword keyword : Keyword.values()) {
            JsonNode before = old.path(keyword.jsonName());
            JsonNode after = latest.path(keyword.jsonName());
            if (!skipped.contains(keyword) && !before.equals(after)) {
                values(location, keyword, before, after);
            }
        }
    }

    private void values(String location, Keyword keyword, JsonNode old, JsonNode latest) {
        String inside = location + "." + keyword.jsonName();
        switch (keyword.kind()) {
            case STRING, FLAG, OPTIONAL_STRING, OPTIONAL_FLAG, NUMBER, INTEGER, JSON, JSON_LIST, STRING_LIST ->
                add(location, keyword.fieldName(), old, text(keyword, old), latest, text(keyword, latest));
            case SCHEMA, SCHEMA_LIST -> schemaOrOther(inside, keyword.fieldName(), old, latest);
            case SCHEMA_MAP -> maps(inside, keyword, old, latest);
            case TEXTS -> addBrief(inside, keyword.fieldName(), old, latest);
            case RULES -> rules(inside, keyword, old, latest);
        }
    }

    private void schemaOrOther(String location, String field, JsonNode old, JsonNode latest) {
        if (old.isObject() && latest.isObject()) {
            schemas(location, old, latest, Set.of());
        } else if (old.isArray() && latest.isArray() && old.size() == latest.size()) {
            for (int i = 0; i < old.size(); i++) {
                schemas(location + "[" + i + "]", old.get(i), latest.get(i), Set.of());
            }
        } else {
            addBrief(location, field, old, latest);
        }
    }

    private void maps(String location, Keyword keyword, JsonNode old, JsonNode latest) {
        if (!old.isObject() || !latest.isObject()) {
            addBrief(location, keyword.fieldName(), old, latest);
            return;
        }
        Set<String> names = new TreeSet<>();
        old.fieldNames().forEachRemaining(names::add);
        latest.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            if (!old.path(name).equals(latest.path(name))) {
                schemaOrOther(location + "[" + name + "]", Quoted.of(name), old.path(name), latest.path(name));
            }
        }
    }

    /** Rules have no names: rules that only one side has are paired in their order and compared. */
    private void rules(String location, Keyword keyword, JsonNode old, JsonNode latest) {
        List<JsonNode> gone = without(old, latest);
        List<JsonNode> added = without(latest, old);
        for (int i = 0; i < Math.max(gone.size(), added.size()); i++) {
            JsonNode before = i < gone.size() ? gone.get(i) : MissingNode.getInstance();
            JsonNode after = i < added.size() ? added.get(i) : MissingNode.getInstance();
            NormalSchema.RULE_FIELDS.forEach((name, field) -> {
                JsonNode was = before.path(name);
                JsonNode is = after.path(name);
                if (!was.equals(is)) {
                    add(location, field, was, ruleText(was), is, ruleText(is));
                }
            });
        }
        if (gone.isEmpty() && added.isEmpty()) {
            addBrief(location, keyword.fieldName(), old, latest);
        }
    }

    private static List<JsonNode> without(JsonNode rules, JsonNode others) {
        Map<JsonNode, Integer> counts = new HashMap<>();
        others.forEach(rule -> counts.merge(rule, 1, Integer::sum));
        List<JsonNode> left = new ArrayList<>();
        rules.forEach(rule -> {
            if (counts.merge(rule, -1, Integer::sum) < 0) {
                left.add(rule);
            }
        });
        return left;
    }

    private static String ruleText(JsonNode value) {
        return value.isMissingNode() ? EMPTY : scalar(value);
    }

    private static String text(Keyword keyword, JsonNode value) {
        if (value.isMissingNode()) {
            return switch (keyword.kind()) {
                case STRING -> "\"\"";
                case FLAG -> "false";
                default -> NONE;
            };
        }
        return switch (keyword.kind()) {
            case STRING, FLAG -> scalar(value);
            case JSON -> value.asText();
            case STRING_LIST -> "[]string{" + list(value, ", ", SchemaDiff::scalar) + "}";
            case JSON_LIST -> "[" + list(value, " ", JsonNode::asText) + "]";
            default -> value.isValueNode() ? "&" + scalar(value) : value.toString();
        };
    }

    private static String list(JsonNode values, String separator, Function<JsonNode, String> text) {
        List<String> texts = new ArrayList<>();
        values.forEach(value -> texts.add(text.apply(value)));
        return String.join(separator, texts);
    }

    private static String scalar(JsonNode value) {
        return value.isTextual()
                ? Quoted.of(value.textValue())
                : value.isDouble() ? GoText.number(value.doubleValue()) : value.toString();
    }

    private void addBrief(String location, String field, JsonNode old, JsonNode latest) {
        add(location, field, old, brief(old), latest, brief(latest));
    }

    private void add(String location, String field, JsonNode old, String oldText, JsonNode latest, String latestText) {
        limits.spend(location);
        limits.spend(oldText);
        limits.spend(latestText);
        changes.add(new Change(location, field, new Value(old, oldText), new Value(latest, latestText)));
    }

    private static String brief(JsonNode value) {
        return value.isMissingNode() ? NONE : value.isContainerNode() ? COMPLEX : scalar(value);
    }
}
