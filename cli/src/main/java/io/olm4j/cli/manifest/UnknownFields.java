package io.olm4j.cli.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds the fields of a manifest that do not exist, so that the API server would drop them. */
final class UnknownFields {

    private final List<String> found = new ArrayList<>();

    private UnknownFields() {}

    /**
     * The paths of the fields that were given and not read.
     *
     * @param path that of both trees
     * @param given the tree of the manifest
     * @param read what was read of it
     */
    static List<String> of(String path, JsonNode given, JsonNode read) {
        var fields = new UnknownFields();
        fields.find(path, given, read);
        return fields.found;
    }

    private void find(String path, JsonNode given, JsonNode read) {
        for (Map.Entry<String, JsonNode> field : given.properties()) {
            String name = path + "." + field.getKey();
            JsonNode value = field.getValue();
            if (read.has(field.getKey())) {
                find(name, value, read.path(field.getKey()));
            } else if (!value.isNull() && !(value.isContainerNode() && value.isEmpty())) {
                found.add(name);
            }
        }
        if (given.isArray()) {
            for (int i = 0; i < given.size(); i++) {
                find(path + "[" + i + "]", given.path(i), read.path(i));
            }
        }
    }
}
