package io.olm4j.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.TreeMap;

/**
 * JSON as Go's encoder writes a generic value by default: sorted keys, no blanks, {@code < > &} escaped. Equal trees
 * give equal bytes, and the digests of revisions are those of the original operator-controller.
 */
public final class SortedJson {

    private SortedJson() {}

    /** The text of a tree. */
    public static String text(JsonNode tree) {
        return GoJson.encode(sorted(tree));
    }

    /** The text of a tree in UTF-8. */
    public static byte[] bytes(JsonNode tree) {
        return text(tree).getBytes(StandardCharsets.UTF_8);
    }

    /** A copy whose objects have their keys sorted as Go does. */
    public static JsonNode sorted(JsonNode tree) {
        return sorted(tree, CanonicalJson.KEY_ORDER);
    }

    /** A copy whose objects have their keys in this order. */
    public static JsonNode sorted(JsonNode tree, Comparator<String> order) {
        return switch (tree) {
            case ObjectNode object -> {
                var fields = new TreeMap<String, JsonNode>(order);
                object.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue(), order)));
                yield JsonNodeFactory.instance.objectNode().setAll(fields);
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode(array.size());
                array.forEach(item -> copy.add(sorted(item, order)));
                yield copy;
            }
            default -> tree;
        };
    }
}
