package io.olm4j.applier.fields;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.fields.LooseEquality.Tolerance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Determines from the live object alone whether an apply would change anything.
 *
 * <p>The managed fields show which lists are merged by keys or as sets and which are one value, and which fields were
 * applied before and are no longer wanted. Fields of other managers do not count. The managed fields also show which
 * fields no other client has changed since the apply. Only these are compared {@linkplain LooseEquality loosely},
 * because only the API server can have changed them. A wanted field that is not among the managed fields must have
 * exactly the wanted value. If this comparison finds a difference where there is none, an apply that changes nothing
 * follows, and afterwards the field is among the managed fields.
 */
public final class OwnedFieldsDiff {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The fields that identify an object are not in the managed fields. */
    private static final Set<String> IDENTITY = Set.of("apiVersion", "kind", "status");

    private static final Set<String> METADATA_IDENTITY = Set.of("name", "namespace");

    private OwnedFieldsDiff() {}

    /** The path of the first field that an apply of {@code wanted} would change; empty if it would change nothing. */
    public static Optional<String> firstDifference(ObjectNode wanted, ObjectNode live) {
        Optional<OwnedFields> owned = OwnedFields.of(live);
        if (owned.isEmpty()
                || !owned.get().apiVersion().equals(wanted.path("apiVersion").asText(""))) {
            return Optional.of(".metadata.managedFields");
        }
        return object(wanted, live, owned.get().fields(), "", Tolerance.EMPTY);
    }

    private static Optional<String> object(
            JsonNode wanted, JsonNode live, JsonNode owned, String path, Tolerance tolerance) {
        Set<String> skipped = path.isEmpty() ? IDENTITY : path.equals(".metadata") ? METADATA_IDENTITY : Set.of();
        for (Map.Entry<String, JsonNode> field : wanted.properties()) {
            String name = field.getKey();
            if (skipped.contains(name)) {
                continue;
            }
            JsonNode ownedField = owned.path("f:" + name);
            boolean isMetadata = path.isEmpty() && name.equals("metadata");
            Optional<String> difference = ownedField.isMissingNode() && !isMetadata
                    ? leaf(field.getValue(), live.path(name), path + "." + name, Tolerance.NONE)
                    : value(field.getValue(), live.path(name), ownedField, path + "." + name, tolerance.of(name));
            if (difference.isPresent()) {
                return difference;
            }
        }
        for (Map.Entry<String, JsonNode> field : owned.properties()) {
            String key = field.getKey();
            if (key.startsWith("f:") && !wanted.has(key.substring(2))) {
                return Optional.of(path + "." + key.substring(2));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> value(
            JsonNode wanted, JsonNode live, JsonNode owned, String path, Tolerance tolerance) {
        // No client owns the metadata as a whole.
        if (wanted.isObject() && live.isObject() && (hasChildren(owned, "f:") || path.equals(".metadata"))) {
            return object(wanted, live, owned, path, tolerance);
        }
        if (wanted instanceof ArrayNode items && live.isArray()) {
            if (hasChildren(owned, "k:")) {
                return keyed(items, live, owned, path, tolerance);
            }
            if (hasChildren(owned, "v:")) {
                return set(items, live, owned, path);
            }
        }
        // This is one value for the API server: after a change by another client, it would no longer be ours.
        return leaf(wanted, live, path, tolerance);
    }

    private static Optional<String> leaf(JsonNode wanted, JsonNode live, String path, Tolerance tolerance) {
        return LooseEquality.contains(live, wanted, tolerance) ? Optional.empty() : Optional.of(path);
    }

    private static Optional<String> keyed(
            ArrayNode wanted, JsonNode live, JsonNode owned, String path, Tolerance tolerance) {
        var unmatched = new KeyedItems(wanted);
        var there = new KeyedItems(live);
        for (Map.Entry<String, JsonNode> entry : owned.properties()) {
            if (!entry.getKey().startsWith("k:")) {
                continue;
            }
            JsonNode keys = parse(entry.getKey().substring(2));
            String itemPath = path + "[" + keys + "]";
            Optional<JsonNode> item = unmatched.take(keys);
            Optional<JsonNode> liveItem = there.firstDefaulted(keys);
            if (item.isEmpty() || liveItem.isEmpty()) {
                return Optional.of(itemPath);
            }
            Optional<String> difference = value(item.get(), liveItem.get(), entry.getValue(), itemPath, tolerance);
            if (difference.isPresent()) {
                return difference;
            }
        }
        return unmatched.isEmpty() ? Optional.empty() : Optional.of(path);
    }

    private static Optional<String> set(ArrayNode wanted, JsonNode live, JsonNode owned, String path) {
        List<Object> ownedValues = owned.properties().stream()
                .filter(entry -> entry.getKey().startsWith("v:"))
                .map(entry -> value(parse(entry.getKey().substring(2))))
                .toList();
        Set<Object> wantedValues = values(wanted);
        boolean same = ownedValues.size() <= wanted.size()
                && wantedValues.containsAll(ownedValues)
                && values(live).containsAll(wantedValues);
        return same ? Optional.empty() : Optional.of(path);
    }

    private static Set<Object> values(JsonNode list) {
        return list.valueStream().map(OwnedFieldsDiff::value).collect(Collectors.toSet());
    }

    /** A value to look for in a hash set. Texts can be compared, so a set of texts with one hash is fast too. */
    private static Object value(JsonNode item) {
        return item.isTextual() ? item.textValue() : item;
    }

    private static boolean hasChildren(JsonNode owned, String prefix) {
        return owned.properties().stream().anyMatch(entry -> entry.getKey().startsWith(prefix));
    }

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }
}
