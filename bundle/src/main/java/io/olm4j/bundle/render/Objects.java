package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;

/** Creates objects with apiVersion, kind and metadata. */
final class Objects {
    private Objects() {}

    static ObjectNode clusterScoped(String apiVersion, String kind, String name) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", apiVersion)
                .put("kind", kind)
                .putObject("metadata")
                .put("name", name);
        return object;
    }

    static ObjectNode namespaced(String apiVersion, String kind, String name, String namespace) {
        ObjectNode object = clusterScoped(apiVersion, kind, name);
        object.withObject("/metadata").put("namespace", namespace);
        return object;
    }

    static void annotate(ObjectNode object, String key, String value) {
        object.withObject("/metadata/annotations").put(key, value);
    }

    /** Copies a field if the source has it. */
    static void copy(JsonNode source, ObjectNode target, String field) {
        JsonNode value = source.path(field);
        if (!value.isMissingNode() && !value.isNull()) {
            target.set(field, value.deepCopy());
        }
    }

    /** A copy without the fields that are null. */
    static <T extends JsonNode> T withoutNulls(T tree) {
        T copy = tree.deepCopy();
        dropNulls(copy);
        return copy;
    }

    private static void dropNulls(JsonNode tree) {
        Iterator<JsonNode> children = tree.iterator();
        while (children.hasNext()) {
            JsonNode child = children.next();
            if (child.isNull() && tree.isObject()) {
                children.remove();
            } else {
                dropNulls(child);
            }
        }
    }
}
