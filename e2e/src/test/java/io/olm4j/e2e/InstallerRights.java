package io.olm4j.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The rights that a service account needs to install objects: to write each kind, and to hold what their roles grant. */
final class InstallerRights {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> WRITE = List.of("get", "create", "update", "patch", "delete");

    private InstallerRights() {}

    /** A ClusterRole with just these rights. */
    static ObjectNode clusterRole(String name, Collection<ObjectNode> objects) {
        Set<JsonNode> rules = new LinkedHashSet<>();
        for (ObjectNode object : objects) {
            ObjectRef ref = ObjectRef.of(object);
            rules.add(rule(ref.group(), plural(ref.kind())));
            object.path("rules").forEach(rules::add);
        }
        ObjectNode role = JSON.createObjectNode();
        role.put("apiVersion", "rbac.authorization.k8s.io/v1").put("kind", "ClusterRole");
        role.putObject("metadata").put("name", name);
        role.putArray("rules").addAll(rules);
        return role;
    }

    private static ObjectNode rule(String group, String resource) {
        ObjectNode rule = JSON.createObjectNode();
        rule.putArray("apiGroups").add(group);
        rule.putArray("resources").add(resource);
        ArrayNode verbs = rule.putArray("verbs");
        WRITE.forEach(verbs::add);
        return rule;
    }

    private static String plural(String kind) {
        String lower = kind.toLowerCase(Locale.ROOT);
        if (lower.endsWith("y")) {
            return lower.substring(0, lower.length() - 1) + "ies";
        }
        return lower.endsWith("s") ? lower + "es" : lower + "s";
    }
}
