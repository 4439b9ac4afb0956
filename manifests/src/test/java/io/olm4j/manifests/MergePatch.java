package io.olm4j.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Applies a JSON merge patch (RFC 7386). */
final class MergePatch {

    private MergePatch() {}

    /** The patched copy; neither argument changes. */
    static JsonNode apply(JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode patched = target.isObject() ? target.deepCopy() : JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> member : patch.properties()) {
            if (member.getValue().isNull()) {
                patched.remove(member.getKey());
            } else {
                patched.set(member.getKey(), apply(patched.path(member.getKey()), member.getValue()));
            }
        }
        return patched;
    }
}
