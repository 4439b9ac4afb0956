package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A difference that no check knows.
 *
 * @param location inside the compared schema
 * @param field the name in the Go type
 */
record Change(String location, String field, Value before, Value after) {

    /**
     * A value, and how messages put it.
     *
     * @param node missing if there is no value
     */
    record Value(JsonNode node, String text) {}

    private String text() {
        String mark = before.text().equals(after.text()) ? " (changed)" : "";
        return field + " " + before.text() + " -> " + after.text() + mark;
    }

    /**
     * One sentence for all; of several changes of fields of one name, deep in the schema, the last one stands for them.
     */
    static String summary(Collection<Change> changes) {
        Map<String, Change> byField = new LinkedHashMap<>();
        changes.forEach(change -> byField.put(change.field(), change));
        return byField.values().stream()
                .map(Change::text)
                .collect(Collectors.joining("; ", "unhandled changes found (", ")"));
    }
}
