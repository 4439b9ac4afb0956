package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The check of {@code oneOf}: its set of schemas must not change; their order and documentation do not count. */
final class OneOf {

    private static final Set<Keyword> DOCUMENTATION =
            Set.of(Keyword.DESCRIPTION, Keyword.TITLE, Keyword.EXAMPLE, Keyword.EXTERNAL_DOCS);

    private OneOf() {}

    static Optional<String> judge(ObjectNode old, ObjectNode latest) {
        Set<String> before = schemas(old);
        Set<String> after = schemas(latest);
        if (before.equals(after)) {
            return Optional.empty();
        }
        if (before.isEmpty()) {
            return Optional.of("oneOf constraint added when there was none previously: " + PropertyChecks.list(after));
        }
        Set<String> removed = new TreeSet<>(before);
        removed.removeAll(after);
        if (!removed.isEmpty()) {
            return Optional.of("allowed oneOf schemas removed: " + PropertyChecks.list(removed));
        }
        after.removeAll(before);
        return Optional.of("allowed oneOf schemas added: " + PropertyChecks.list(after));
    }

    private static Set<String> schemas(ObjectNode schema) {
        Set<String> texts = new TreeSet<>();
        for (JsonNode alternative : schema.path(Keyword.ONE_OF.jsonName())) {
            if (alternative instanceof ObjectNode object) {
                ObjectNode bare = object.objectNode().setAll(object);
                DOCUMENTATION.forEach(keyword -> bare.remove(keyword.jsonName()));
                texts.add(GoText.json(bare));
            }
        }
        return texts;
    }
}
