package io.olm4j.cli.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.OlmApi;
import io.olm4j.cli.installed.FieldChange;
import java.util.List;

/** The fields of an object on the cluster that a write would change, without those that the API server keeps. */
final class LiveChange {

    private static final List<String> MARKS = List.of(OlmApi.GROUP + "/", "olm4j.io/");

    private LiveChange() {}

    /** The fields that differ. The values of Secrets are not shown. */
    static List<FieldChange> between(ObjectNode before, ObjectNode after) {
        return FieldChange.betweenObjects(content(before), content(after));
    }

    private static ObjectNode content(ObjectNode object) {
        ObjectNode content = object.deepCopy();
        content.remove("status");
        ObjectNode metadata = content.putObject("metadata");
        for (String field : List.of("labels", "annotations")) {
            if (object.path("metadata").path(field) instanceof ObjectNode marks) {
                ObjectNode kept = JsonNodeFactory.instance.objectNode();
                marks.properties().stream()
                        .filter(mark -> MARKS.stream().noneMatch(mark.getKey()::startsWith))
                        .forEach(mark -> kept.set(mark.getKey(), mark.getValue()));
                if (!kept.isEmpty()) {
                    metadata.set(field, kept);
                }
            }
        }
        return content;
    }
}
