package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The custom resources of a CustomResourceDefinition.
 *
 * @param count their number; empty if the API server does not list them
 * @param first the names of the first of them, each with its namespace, if it has one
 * @param refusal why the API server does not list them, for example because no version is served; empty if it does
 */
public record CustomResources(Optional<Long> count, List<String> first, String refusal) {

    private static final int NAMED = 5;
    private static final CustomResources NONE = of(0, List.of());

    public CustomResources {
        first = List.copyOf(first);
    }

    /** Counts the custom resources of a definition. */
    public static CustomResources of(ObjectNode definition, ObjectClient reader) {
        try {
            return CrdDeletions.servedPath(definition)
                    .map(path -> reader.read(path + "?limit=" + NAMED)
                            .map(CustomResources::listed)
                            .orElseGet(() -> isServed(definition) ? unlisted("they are not served yet") : NONE))
                    .orElseGet(() -> unlisted("no version of them is served"));
        } catch (ApiException e) {
            return unlisted(DeletionDelays.refusal(ObjectRef.of(definition), e));
        }
    }

    /** Custom resources that the API server listed. */
    public static CustomResources of(long count, List<String> first) {
        return new CustomResources(Optional.of(count), first, "");
    }

    /** Custom resources that the API server does not list. */
    public static CustomResources unlisted(String refusal) {
        return new CustomResources(Optional.empty(), List.of(), refusal);
    }

    /** Whether the API server says that it serves the custom resources; otherwise none can exist. */
    private static boolean isServed(ObjectNode definition) {
        for (JsonNode condition : definition.at("/status/conditions")) {
            if (condition.path("type").asText("").equals("Established")) {
                return condition.path("status").asText("").equals("True");
            }
        }
        return false;
    }

    private static CustomResources listed(ObjectNode list) {
        List<String> names = new ArrayList<>();
        for (JsonNode item : list.path("items")) {
            String namespace = item.at("/metadata/namespace").asText("");
            names.add((namespace.isEmpty() ? "" : namespace + "/")
                    + item.at("/metadata/name").asText());
        }
        long more = list.at("/metadata/remainingItemCount").asLong();
        return of(names.size() + more, names);
    }

    /** Whether there may be some. */
    public boolean mayExist() {
        return !count.equals(Optional.of(0L));
    }

    /** Their number as a clause, such as {@code 3 custom resources exist}, or why it is not known. */
    public String text() {
        return count.map(number -> number == 1 ? "1 custom resource exists" : number + " custom resources exist")
                .orElseGet(() -> "the API server does not list its custom resources: " + refusal);
    }
}
