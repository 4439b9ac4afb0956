package io.olm4j.applier.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Removes what a container has twice. A create accepts it, with the effect that is kept here; a server-side apply does
 * not, because it merges these lists by keys.
 */
public final class DuplicateKeys {

    private DuplicateKeys() {}

    /** Changes the containers of a pod. */
    public static void remove(ObjectNode pod) {
        for (String list : List.of("initContainers", "containers")) {
            for (JsonNode container : pod.path(list)) {
                // The kubelet uses the last value of a variable, and the first name of a port.
                keep(container.path("env"), variable -> variable.path("name").asText(), true);
                keep(container.path("ports"), DuplicateKeys::port, false);
            }
        }
    }

    private static String port(JsonNode port) {
        return port.path("containerPort").asText() + "/" + port.path("protocol").asText("TCP");
    }

    /** Keeps the first or the last of the items with the same key, where it stands. */
    private static void keep(JsonNode list, Function<JsonNode, String> key, boolean last) {
        if (!(list instanceof ArrayNode items)) {
            return;
        }
        List<JsonNode> all = new ArrayList<>();
        items.forEach(all::add);
        Set<String> seen = new HashSet<>();
        List<JsonNode> kept = (last ? all.reversed() : all)
                .stream().filter(item -> seen.add(key.apply(item))).toList();
        if (kept.size() < items.size()) {
            items.removeAll();
            items.addAll(last ? kept.reversed() : kept);
        }
    }
}
