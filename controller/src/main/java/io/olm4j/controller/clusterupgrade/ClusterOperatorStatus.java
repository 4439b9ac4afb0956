package io.olm4j.controller.clusterupgrade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The status of the ClusterOperator {@code olm} (config.openshift.io/v1): its conditions Available, Progressing,
 * Degraded and Upgradeable, its versions and its related objects. Conditions of other types stay as they are.
 *
 * @param release the version of OpenShift that the cluster runs, or is being upgraded to; empty if it is not known
 * @param olm4j the version of olm4j
 * @param systemNamespace the namespace of the controllers
 */
record ClusterOperatorStatus(Verdict verdict, Optional<String> release, String olm4j, String systemNamespace) {

    private static final String AS_EXPECTED = "AsExpected";
    private static final String OPERATOR = "operator";
    private static final List<String> RESOURCES = List.of("clusterextensions", "clusterobjectsets", "clustercatalogs");

    /**
     * The status to write.
     *
     * @param live the status that the object has
     * @return equal to the live one if there is nothing to write
     */
    ObjectNode appliedTo(JsonNode live, Instant now) {
        ObjectNode status = live.isObject() ? live.<ObjectNode>deepCopy() : JsonNodeFactory.instance.objectNode();
        status.set("conditions", conditions(live.path("conditions"), now));
        status.set("versions", versions(live.path("versions")));
        status.set("relatedObjects", relatedObjects());
        return status;
    }

    private ArrayNode conditions(JsonNode live, Instant now) {
        Map<String, ObjectNode> wanted = new LinkedHashMap<>();
        wanted.put("Available", condition("Available", "True", AS_EXPECTED, "olm4j " + olm4j + " is running"));
        wanted.put("Degraded", condition("Degraded", "False", AS_EXPECTED, ""));
        wanted.put("Progressing", condition("Progressing", "False", AS_EXPECTED, "Deployed olm4j " + olm4j));
        wanted.put(
                "Upgradeable",
                condition(
                        "Upgradeable", verdict.upgradeable() ? "True" : "False", verdict.reason(), verdict.message()));
        ArrayNode conditions = JsonNodeFactory.instance.arrayNode();
        Set<String> seen = new HashSet<>();
        for (JsonNode condition : live) {
            String type = condition.path("type").asText();
            if (seen.add(type)) {
                conditions.add(wanted.containsKey(type) ? since(wanted.get(type), condition, now) : condition);
            }
        }
        wanted.forEach((type, condition) -> {
            if (!seen.contains(type)) {
                conditions.add(condition.put("lastTransitionTime", seconds(now)));
            }
        });
        return conditions;
    }

    /** Keeps the time of the live condition if the status is unchanged. */
    private static ObjectNode since(ObjectNode wanted, JsonNode live, Instant now) {
        boolean same = wanted.path("status").equals(live.path("status"))
                && !live.path("lastTransitionTime").asText().isEmpty();
        return wanted.put(
                "lastTransitionTime", same ? live.path("lastTransitionTime").asText() : seconds(now));
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private static ObjectNode condition(String type, String status, String reason, String message) {
        ObjectNode condition = JsonNodeFactory.instance
                .objectNode()
                .put("type", type)
                .put("status", status)
                .put("reason", reason);
        return message.isEmpty() ? condition : condition.put("message", message);
    }

    private ArrayNode versions(JsonNode live) {
        ArrayNode versions = JsonNodeFactory.instance.arrayNode();
        versions.addObject().put("name", OPERATOR).put("version", release.orElseGet(() -> operator(live)));
        versions.addObject().put("name", "olm4j").put("version", olm4j);
        return versions;
    }

    private static String operator(JsonNode live) {
        return live.valueStream()
                .filter(version -> version.path("name").asText().equals(OPERATOR))
                .map(version -> version.path("version").asText())
                .findFirst()
                .orElse("");
    }

    private ArrayNode relatedObjects() {
        ArrayNode related = JsonNodeFactory.instance.arrayNode();
        related.addObject().put("group", "").put("resource", "namespaces").put("name", systemNamespace);
        for (String resource : RESOURCES) {
            related.addObject()
                    .put("group", "olm.operatorframework.io")
                    .put("resource", resource)
                    .put("name", "");
        }
        return related;
    }
}
