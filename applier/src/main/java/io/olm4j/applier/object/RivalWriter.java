package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.json.LiveObject;
import java.util.Optional;

/** Names the other client that writes an object. */
final class RivalWriter {

    private RivalWriter() {}

    /** @param live the live object with the managed fields of all managers; empty if it does not exist */
    static String of(Optional<ObjectNode> live, Revision revision) {
        if (live.isEmpty()) {
            return "another client deletes it";
        }
        return switch (Ownership.of(live.get(), revision)) {
            case Ownership.Foreign(String kind, String name) -> "%s \"%s\" changes it too".formatted(kind, name);
            case Ownership.OfExtension _ ->
                "the original operator-controller, whose Deployment still runs, changes it back";
            case Ownership.OlderSibling(var sibling) -> "revision \"" + sibling.name() + "\" changes it too";
            case Ownership.NewerSibling(var sibling) -> "revision \"" + sibling.name() + "\" changes it too";
            case Ownership.Ours _, Ownership.Orphaned _, Ownership.Unowned _ ->
                lastManager(live.get())
                        .map(manager -> "field manager \"" + manager + "\" changes it back")
                        .orElse("another client changes it back");
        };
    }

    private static Optional<String> lastManager(ObjectNode live) {
        String time = "";
        Optional<String> last = Optional.empty();
        for (JsonNode entry : new LiveObject(live).managedFields()) {
            String manager = entry.path("manager").asText("");
            boolean others = !manager.equals(OlmApi.FIELD_MANAGER)
                    && entry.path("subresource").asText("").isEmpty();
            if (others && entry.path("time").asText("").compareTo(time) >= 0) {
                time = entry.path("time").asText("");
                last = Optional.of(manager);
            }
        }
        return last;
    }
}
