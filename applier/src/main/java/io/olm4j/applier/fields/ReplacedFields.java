package io.olm4j.applier.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.json.LiveObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Finds what the API server has filled in beside fields of olm4j that a revision no longer wants: {@code defaultMode}
 * of a volume that was a Secret and becomes a ConfigMap, or {@code scheme} of a probe that becomes a command. A
 * server-side apply removes only what its manager owns. The rest of the struct stays, and the object then has two
 * alternatives of which the API server accepts one.
 */
final class ReplacedFields {

    private final List<JsonNode> managed;
    private final List<List<String>> found = new ArrayList<>();

    private ReplacedFields(List<JsonNode> managed) {
        this.managed = managed;
    }

    /**
     * The fields without a manager in structs that the revision omits and of which olm4j owns a part.
     *
     * @param owned what olm4j owns
     * @return each as its path in the managed fields
     */
    static List<List<String>> unowned(JsonNode owned, ObjectNode wanted, ObjectNode live) {
        var search = new ReplacedFields(new LiveObject(live)
                .managedFields()
                .valueStream()
                .map(entry -> entry.path("fieldsV1"))
                .toList());
        search.in(owned.path("f:spec"), wanted.path("spec"), live.path("spec"), List.of("f:spec"));
        return search.found;
    }

    private void in(JsonNode owned, JsonNode wanted, JsonNode live, List<String> path) {
        var liveItems = new KeyedItems(live);
        var wantedItems = new KeyedItems(wanted);
        for (Map.Entry<String, JsonNode> field : owned.properties()) {
            String step = field.getKey();
            JsonNode there = part(live, liveItems, step);
            JsonNode then = part(wanted, wantedItems, step);
            if (!then.isMissingNode()) {
                in(field.getValue(), then, there, plus(path, step));
            } else if (step.startsWith("f:") && there.isObject()) {
                collect(there, plus(path, step));
            }
        }
    }

    /** The field or the item of a list that a step of managed fields leads to. */
    private static JsonNode part(JsonNode value, KeyedItems items, String step) {
        if (step.startsWith("f:")) {
            return value.path(step.substring(2));
        }
        if (step.startsWith("k:")) {
            return items.first(OwnedFieldsDiff.parse(step.substring(2))).orElse(MissingNode.getInstance());
        }
        return MissingNode.getInstance();
    }

    private void collect(JsonNode struct, List<String> path) {
        for (Map.Entry<String, JsonNode> field : struct.properties()) {
            List<String> at = plus(path, "f:" + field.getKey());
            if (managed.stream()
                    .allMatch(fields -> LeftoverFields.in(fields, at).isMissingNode())) {
                found.add(at);
            } else if (field.getValue().isObject()) {
                collect(field.getValue(), at);
            }
        }
    }

    private static List<String> plus(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return List.copyOf(longer);
    }
}
