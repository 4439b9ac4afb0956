package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Computes JSON merge patches.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7386">RFC 7386</a>
 */
final class MergePatch {

    private MergePatch() {}

    /** The patch that makes one tree the other; empty if they are equal. */
    static ObjectNode between(ObjectNode before, ObjectNode after) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        before.properties().stream()
                .filter(field -> !after.has(field.getKey()))
                .forEach(field -> patch.putNull(field.getKey()));
        after.properties().forEach(field -> {
            JsonNode former = before.path(field.getKey());
            if (former instanceof ObjectNode left && field.getValue() instanceof ObjectNode right) {
                ObjectNode inner = between(left, right);
                if (!inner.isEmpty()) {
                    patch.set(field.getKey(), inner);
                }
            } else if (!former.equals(field.getValue())) {
                patch.set(field.getKey(), field.getValue());
            }
        });
        return patch;
    }
}
