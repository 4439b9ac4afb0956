package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Merges the user's deployment configuration into a deployment: into every container, and into the pod. */
final class DeploymentConfig {
    private DeploymentConfig() {}

    static void apply(ObjectNode config, ObjectNode deployment) {
        ObjectNode pod = deployment.withObject("/spec/template/spec");
        for (JsonNode element : pod.path("containers")) {
            ObjectNode container = (ObjectNode) element;
            replaceOrAppend(config, container, "env");
            appendNew(config, container, "envFrom");
            replaceOrAppend(config, container, "volumeMounts");
            replace(config, container, "resources");
        }
        replaceOrAppend(config, pod, "volumes");
        appendNew(config, pod, "tolerations");
        replace(config, pod, "nodeSelector");
        if (pod.path("nodeSelector").isEmpty()) {
            pod.remove("nodeSelector");
        }
        Affinities.merge(config.path("affinity"), pod);
        annotate(config.path("annotations"), deployment.withObject("/metadata"));
        annotate(config.path("annotations"), deployment.withObject("/spec/template/metadata"));
    }

    /** Replaces the present element with the same name (the last one of several), or appends a new one. */
    private static void replaceOrAppend(ObjectNode config, ObjectNode target, String field) {
        if (config.path(field).isEmpty()) {
            return;
        }
        ArrayNode present = target.withArray(field);
        Map<String, Integer> positions = new HashMap<>();
        for (int i = 0; i < present.size(); i++) {
            positions.put(name(present.get(i)), i);
        }
        for (JsonNode element : config.path(field)) {
            Integer position = positions.get(name(element));
            if (position == null) {
                present.add(element.deepCopy());
            } else {
                present.set(position, element.deepCopy());
            }
        }
    }

    private static void appendNew(ObjectNode config, ObjectNode target, String field) {
        if (config.path(field).isEmpty()) {
            return;
        }
        ArrayNode present = target.withArray(field);
        for (JsonNode element : config.path(field)) {
            if (present.valueStream().noneMatch(element::equals)) {
                present.add(element.deepCopy());
            }
        }
    }

    private static void replace(ObjectNode config, ObjectNode target, String field) {
        if (config.has(field)) {
            target.set(field, config.path(field).deepCopy());
        }
    }

    /** Adds annotations, but never overrides: the bundle knows its own annotations. */
    private static void annotate(JsonNode annotations, ObjectNode metadata) {
        for (Map.Entry<String, JsonNode> annotation : annotations.properties()) {
            ObjectNode present = metadata.withObject("/annotations");
            if (!present.has(annotation.getKey())) {
                present.set(annotation.getKey(), annotation.getValue());
            }
        }
    }

    private static String name(JsonNode element) {
        return element.path("name").asText();
    }

    /** Merges the affinities one by one: if one is absent, that of the bundle stays; an empty one erases it. */
    private static final class Affinities {
        private static final List<String> KINDS = List.of("nodeAffinity", "podAffinity", "podAntiAffinity");

        static void merge(JsonNode config, ObjectNode pod) {
            if (!config.isObject()) {
                return;
            }
            if (config.isEmpty()) {
                pod.remove("affinity");
                return;
            }
            ObjectNode affinity = pod.withObject("/affinity");
            for (String kind : KINDS) {
                if (config.has(kind)) {
                    affinity.set(kind, config.path(kind).deepCopy());
                }
            }
            affinity.remove(KINDS.stream()
                    .filter(kind -> isVacuous(affinity.path(kind)) && config.has(kind))
                    .toList());
            if (KINDS.stream().allMatch(kind -> isVacuous(affinity.path(kind)))) {
                pod.remove("affinity");
            }
        }

        private static boolean isVacuous(JsonNode affinity) {
            JsonNode required = affinity.path("requiredDuringSchedulingIgnoredDuringExecution");
            boolean noneRequired =
                    required.isObject() ? required.path("nodeSelectorTerms").isEmpty() : required.isEmpty();
            return noneRequired
                    && affinity.path("preferredDuringSchedulingIgnoredDuringExecution")
                            .isEmpty();
        }
    }
}
