package io.olm4j.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import java.util.Optional;

/**
 * The objects that are deleted together with their CustomResourceDefinition.
 *
 * @param definition the name of the definition
 * @param objects how many there are; empty if the user may not list them
 */
public record LostObjects(String definition, Optional<Long> objects) {

    /** Counts the objects of a definition that would be deleted. */
    static LostObjects of(ObjectNode definition, ObjectClient reader) {
        String name = ObjectRef.of(definition).name();
        for (JsonNode version : definition.at("/spec/versions")) {
            if (version.path("served").asBoolean()) {
                String path = "/apis/" + definition.at("/spec/group").asText() + "/"
                        + version.path("name").asText() + "/"
                        + definition.at("/spec/names/plural").asText() + "?limit=1";
                try {
                    return new LostObjects(
                            name,
                            Optional.of(
                                    reader.read(path).map(LostObjects::count).orElse(0L)));
                } catch (ApiException e) {
                    return new LostObjects(name, Optional.empty());
                }
            }
        }
        return new LostObjects(name, Optional.empty());
    }

    private static long count(ObjectNode list) {
        return list.path("items").size()
                + list.at("/metadata/remainingItemCount").asLong();
    }

    /** Whether a deletion of the definition may lose something. */
    boolean isLoss() {
        return objects.filter(count -> count == 0).isEmpty();
    }

    @Override
    public String toString() {
        return "CustomResourceDefinition " + definition + " and all its objects ("
                + objects.map(String::valueOf).orElse("their number is not known") + ")";
    }
}
