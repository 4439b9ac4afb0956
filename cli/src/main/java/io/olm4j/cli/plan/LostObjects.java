package io.olm4j.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The objects that are deleted together with their CustomResourceDefinition.
 *
 * @param definition the name of the definition
 * @param objects how many there are; empty if the user may not list them
 * @param first the names of the first of them, each with its namespace, if it has one
 */
public record LostObjects(String definition, Optional<Long> objects, List<String> first) {

    private static final int NAMED = 5;

    public LostObjects {
        first = List.copyOf(first);
    }

    /** Counts the objects of a definition that would be deleted. */
    public static LostObjects of(ObjectNode definition, ObjectClient reader) {
        String name = ObjectRef.of(definition).name();
        for (JsonNode version : definition.at("/spec/versions")) {
            if (version.path("served").asBoolean()) {
                String path = "/apis/" + definition.at("/spec/group").asText() + "/"
                        + version.path("name").asText() + "/"
                        + definition.at("/spec/names/plural").asText() + "?limit=" + NAMED;
                try {
                    return reader.read(path)
                            .map(list -> new LostObjects(name, Optional.of(count(list)), names(list)))
                            .orElseGet(() -> new LostObjects(name, Optional.of(0L), List.of()));
                } catch (ApiException e) {
                    return unknown(name);
                }
            }
        }
        return unknown(name);
    }

    private static LostObjects unknown(String definition) {
        return new LostObjects(definition, Optional.empty(), List.of());
    }

    private static long count(ObjectNode list) {
        return list.path("items").size()
                + list.at("/metadata/remainingItemCount").asLong();
    }

    private static List<String> names(ObjectNode list) {
        List<String> names = new ArrayList<>();
        for (JsonNode item : list.path("items")) {
            String namespace = item.at("/metadata/namespace").asText("");
            names.add((namespace.isEmpty() ? "" : namespace + "/")
                    + item.at("/metadata/name").asText());
        }
        return names;
    }

    /** Whether a deletion of the definition may lose something. */
    public boolean isLoss() {
        return objects.filter(count -> count == 0).isEmpty();
    }

    @Override
    public String toString() {
        return "CustomResourceDefinition " + definition + " and all its objects ("
                + objects.map(String::valueOf).orElse("their number is not known") + ")";
    }
}
