package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Generates roles and their bindings from the permissions of the ClusterServiceVersion. */
final class Permissions {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final String VERSION = GROUP + "/v1";

    private Permissions() {}

    /** A Role and a RoleBinding in every watched namespace; none if the operator watches all namespaces. */
    static List<ObjectNode> namespaced(Rendering rendering) {
        if (rendering.watchesAllNamespaces()) {
            return List.of();
        }
        List<ObjectNode> objects = new ArrayList<>();
        for (String namespace : rendering.targetNamespaces()) {
            for (JsonNode permission : rendering.csv().permissions()) {
                String name = name(permission, rendering);
                ObjectNode role = Objects.namespaced(VERSION, "Role", name, namespace);
                ObjectNode binding = Objects.namespaced(VERSION, "RoleBinding", name, namespace);
                addRoleAndBinding(role, binding, permission, rendering, objects);
            }
        }
        return objects;
    }

    /** Cluster roles; if the operator watches all namespaces, also for its permissions in watched namespaces. */
    static List<ObjectNode> clusterWide(Rendering rendering) {
        List<JsonNode> permissions = new ArrayList<>(rendering.csv().clusterPermissions());
        if (rendering.watchesAllNamespaces()) {
            rendering.csv().permissions().forEach(permission -> permissions.add(withNamespaceReader(permission)));
        }
        List<ObjectNode> objects = new ArrayList<>();
        for (JsonNode permission : permissions) {
            String name = name(permission, rendering);
            ObjectNode role = Objects.clusterScoped(VERSION, "ClusterRole", name);
            ObjectNode binding = Objects.clusterScoped(VERSION, "ClusterRoleBinding", name);
            addRoleAndBinding(role, binding, permission, rendering, objects);
        }
        return objects;
    }

    private static void addRoleAndBinding(
            ObjectNode role, ObjectNode binding, JsonNode permission, Rendering rendering, List<ObjectNode> objects) {
        Objects.copy(Objects.withoutNulls(permission), role, "rules");
        binding.putArray("subjects")
                .addObject()
                .put("kind", "ServiceAccount")
                .put("name", ServiceAccounts.name(permission))
                .put("namespace", rendering.installNamespace());
        binding.putObject("roleRef")
                .put("apiGroup", GROUP)
                .put("kind", role.path("kind").asText())
                .put("name", role.at("/metadata/name").asText());
        objects.add(role);
        objects.add(binding);
    }

    private static String name(JsonNode permission, Rendering rendering) {
        return ObjectNames.unique(rendering.csv().name() + "-" + ServiceAccounts.name(permission), permission);
    }

    /**
     * Adds a rule to read namespaces, because an operator that watches all namespaces must list them. The name of the
     * role depends on this rule.
     */
    private static JsonNode withNamespaceReader(JsonNode permission) {
        ObjectNode promoted = permission.deepCopy();
        ArrayNode rules = promoted.path("rules") instanceof ArrayNode given ? given : promoted.putArray("rules");
        ObjectNode rule = rules.addObject();
        rule.putArray("verbs").add("get").add("list").add("watch");
        rule.putArray("apiGroups").add("");
        rule.putArray("resources").add("namespaces");
        return promoted;
    }
}
