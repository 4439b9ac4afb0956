package io.olm4j.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/**
 * JSON with sorted keys and without blanks, so that equal trees give equal bytes. The digests of revisions are computed
 * from it.
 *
 * <p>Keys are sorted by their UTF-16 units; Jackson writes numbers and escapes. {@link CanonicalJson} writes as Go
 * does. The two differ for floats, line separators and some keys, and neither can change: clusters store the digests,
 * catalogs the texts.
 */
public final class SortedJson {

    private SortedJson() {}

    /** The text of a tree in UTF-8. */
    public static byte[] bytes(JsonNode tree) {
        return sorted(tree).toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A copy whose objects have sorted keys. */
    public static JsonNode sorted(JsonNode tree) {
        return switch (tree) {
            case ObjectNode object -> {
                var fields = new TreeMap<String, JsonNode>();
                object.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
                yield JsonNodeFactory.instance.objectNode().setAll(fields);
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode(array.size());
                array.forEach(item -> copy.add(sorted(item)));
                yield copy;
            }
            default -> tree;
        };
    }
}
