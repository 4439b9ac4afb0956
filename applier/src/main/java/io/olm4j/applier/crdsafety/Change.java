package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A difference that no check handles.
 *
 * @param location the path inside the compared schema
 * @param field the name of the field in the Go type
 */
record Change(String location, String field, Value before, Value after) {

    /**
     * A value and its text in messages.
     *
     * @param node a missing node if there is no value
     */
    record Value(JsonNode node, String text) {}

    private String text() {
        String mark = before.text().equals(after.text()) ? " (changed)" : "";
        return field + " " + before.text() + " -> " + after.text() + mark;
    }

    /**
     * One message for all changes. If several fields of the same name changed, deep in the schema, only the last change
     * is named.
     */
    static String summary(Collection<Change> changes) {
        Map<String, Change> byField = new LinkedHashMap<>();
        changes.forEach(change -> byField.put(change.field(), change));
        return byField.values().stream()
                .map(Change::text)
                .collect(Collectors.joining("; ", "unhandled changes found (", ")"));
    }
}
