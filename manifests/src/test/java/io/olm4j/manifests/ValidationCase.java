package io.olm4j.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * One line of a validation table.
 *
 * @param stored the object that is there before, if the case is about a change
 * @param object what is written
 * @param becomes what the answer holds among other things, of a valid case
 * @param messages the messages of an invalid case; each with the path of the field it is about
 */
record ValidationCase(
        String name, Optional<JsonNode> stored, JsonNode object, Optional<JsonNode> becomes, List<String> messages) {

    ValidationCase {
        messages = List.copyOf(messages);
    }

    static ValidationCase of(JsonNode base, JsonNode line) {
        return new ValidationCase(
                line.path("case").asText(),
                Optional.ofNullable(line.get("stored")).map(stored -> patched(base, stored)),
                patched(base, line.path("patch")),
                Optional.ofNullable(line.get("becomes")),
                StreamSupport.stream(line.path("messages").spliterator(), false)
                        .map(JsonNode::asText)
                        .map(Shorthand::expand)
                        .toList());
    }

    /** Whether the case writes the subresource status. */
    boolean aboutStatus() {
        return object.has("status");
    }

    @Override
    public String toString() {
        return name;
    }

    private static JsonNode patched(JsonNode base, JsonNode patch) {
        return MergePatch.apply(base, Shorthand.expand(patch));
    }
}
