package io.olm4j.api;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a field of a custom resource that admits any object. The API server accepts thousands of levels, and code that
 * compares or writes such a tree needs a stack for each. So an object that is too deep, or has too many values, is left
 * out, and a reason stands in its place; one such resource must not end the watch of all others.
 */
public final class BoundedObject extends StdDeserializer<ObjectNode> {

    /** The deepest nesting of lists and objects. The deepest definition of 81 real bundles has 38 levels. */
    private static final int DEPTH = 200;

    /**
     * The largest number of lists, objects and values: each takes up to 100 bytes, and the sets of all users are kept
     * in memory. The object with the most of 81 real bundles has 14,700.
     */
    private static final int VALUES = 50_000;

    private static final long serialVersionUID = 1L;

    private static final String REASON = "\0reason";

    public BoundedObject() {
        super(ObjectNode.class);
    }

    /** Why an object was left out; empty if it was read. */
    public static Optional<String> problem(@Nullable ObjectNode object) {
        return Optional.ofNullable(object).map(node -> node.get(REASON)).map(JsonNode::asText);
    }

    @Override
    public ObjectNode deserialize(JsonParser json, DeserializationContext context) throws IOException {
        JsonNode read = context.readTree(json);
        if (!(read instanceof ObjectNode object)) {
            return leftOut("it has to be an object");
        }
        return tooLarge(object).map(BoundedObject::leftOut).orElse(object);
    }

    /** Why a tree is not kept; this does not recurse. */
    private static Optional<String> tooLarge(ObjectNode tree) {
        int values = 1;
        List<JsonNode> level = List.of(tree);
        for (int depth = 1; !level.isEmpty(); depth++) {
            if (depth > DEPTH) {
                return Optional.of(
                        "lists and objects are nested deeper than the depth limit of " + DEPTH + "; flatten them");
            }
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode node : level) {
                values += node.size();
                for (JsonNode child : node) {
                    if (child.isContainerNode()) {
                        next.add(child);
                    }
                }
            }
            if (values > VALUES) {
                return Optional.of("it has more than " + VALUES + " lists, objects and values; divide it");
            }
            level = next;
        }
        return Optional.empty();
    }

    private static ObjectNode leftOut(String reason) {
        return JsonNodeFactory.instance.objectNode().put(REASON, reason);
    }
}
