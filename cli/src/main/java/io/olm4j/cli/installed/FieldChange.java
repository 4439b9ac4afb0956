package io.olm4j.cli.installed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A field that differs between two versions of an object.
 *
 * @param path such as {@code spec.template.spec.containers[name=manager].image}
 * @param before as JSON; empty if the field is new
 * @param after as JSON; empty if the field is gone
 */
public record FieldChange(String path, Optional<String> before, Optional<String> after) {

    /** The fields that differ, in the order of the first object. Elements of lists match by name if all have one. */
    public static List<FieldChange> between(JsonNode before, JsonNode after) {
        List<FieldChange> changes = new ArrayList<>();
        compare("", before, after, changes);
        return changes;
    }

    /** The fields that differ between two versions of an object. The values of Secrets are hidden. */
    public static List<FieldChange> betweenObjects(ObjectNode before, ObjectNode after) {
        List<FieldChange> changes = between(before, after);
        return ObjectRef.of(after).kind().equals("Secret")
                ? changes.stream().map(FieldChange::withoutValues).toList()
                : changes;
    }

    /** Those of the metadata are no secrets. */
    private FieldChange withoutValues() {
        return path.startsWith("metadata") ? this : new FieldChange(path, hidden(before), hidden(after));
    }

    private static Optional<String> hidden(Optional<String> value) {
        return value.map(_ -> "(hidden)");
    }

    private static void compare(String path, JsonNode before, JsonNode after, List<FieldChange> changes) {
        if (before.equals(after)) {
            return;
        }
        if (before instanceof ObjectNode one && after instanceof ObjectNode other) {
            compare(path.isEmpty() ? "" : path + ".", fields(one), fields(other), "", changes);
        } else if (before instanceof ArrayNode one && after instanceof ArrayNode other) {
            compare(path + "[", elements(one), elements(other), "]", changes);
        } else {
            changes.add(new FieldChange(path, Optional.of(text(before)), Optional.of(text(after))));
        }
    }

    private static void compare(
            String prefix,
            Map<String, JsonNode> before,
            Map<String, JsonNode> after,
            String suffix,
            List<FieldChange> changes) {
        Set<String> names = new LinkedHashSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            String path = prefix + name + suffix;
            JsonNode one = before.get(name);
            JsonNode other = after.get(name);
            if (one == null || other == null) {
                changes.add(new FieldChange(
                        path,
                        Optional.ofNullable(one).map(FieldChange::text),
                        Optional.ofNullable(other).map(FieldChange::text)));
            } else {
                compare(path, one, other, changes);
            }
        }
    }

    private static Map<String, JsonNode> fields(ObjectNode object) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }

    /** By name where every element has one of its own, otherwise by position. */
    private static Map<String, JsonNode> elements(ArrayNode list) {
        Map<String, JsonNode> named = new LinkedHashMap<>();
        Map<String, JsonNode> placed = new LinkedHashMap<>();
        for (JsonNode element : list) {
            placed.put(String.valueOf(placed.size()), element);
            if (element.path("name").isTextual()) {
                named.put("name=" + element.path("name").asText(), element);
            }
        }
        return named.size() == list.size() ? named : placed;
    }

    private static String text(JsonNode value) {
        return value.isTextual() ? value.asText() : value.toString();
    }

    @Override
    public String toString() {
        return path + ": " + before.orElse("(not set)") + " -> " + after.orElse("(not set)");
    }
}
