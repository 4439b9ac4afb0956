package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.ApiService;
import io.olm4j.bundle.RenderFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Generates the ClusterRoles that add the owned APIs to the roles {@code admin}, {@code edit} and {@code view} of
 * Kubernetes. Names, rules and labels are those that OLM has always used.
 */
final class UserFacingRoles {
    private static final String VIEW = "view";
    private static final Map<String, List<String>> VERBS = verbs();

    private UserFacingRoles() {}

    static List<ObjectNode> of(Rendering rendering) {
        if (!rendering.features().contains(RenderFeature.USER_FACING_ROLES)) {
            return List.of();
        }
        Map<String, ObjectNode> byName = new LinkedHashMap<>();
        List<ObjectNode> roles = new ArrayList<>();
        for (JsonNode crd : rendering.csv().ownedCrdDescriptions()) {
            addForCrd(crd.path("name").asText(), crd.path("version").asText(), roles);
        }
        for (ApiService api : rendering.csv().apiServiceResources()) {
            addForResource(api.resource() + "-" + api.version(), api.group(), api.resource(), roles);
        }
        roles.forEach(role -> byName.putIfAbsent(role.at("/metadata/name").asText(), role));
        return List.copyOf(byName.values());
    }

    private static void addForCrd(String name, String version, List<ObjectNode> roles) {
        int dot = name.indexOf('.');
        // Without a dot it is not the name of a CustomResourceDefinition.
        if (dot < 0) {
            return;
        }
        String prefix = name + "-" + version;
        addForResource(prefix, name.substring(dot + 1), name.substring(0, dot), roles);
        ObjectNode definition =
                role(prefix + "-crdview", VIEW, List.of("get"), "apiextensions.k8s.io", "customresourcedefinitions");
        ((ObjectNode) definition.at("/rules/0")).putArray("resourceNames").add(name);
        roles.add(definition);
    }

    private static void addForResource(String prefix, String group, String resource, List<ObjectNode> roles) {
        VERBS.forEach((suffix, verbs) -> roles.add(role(prefix + "-" + suffix, suffix, verbs, group, resource)));
    }

    private static ObjectNode role(String name, String target, List<String> verbs, String group, String resource) {
        ObjectNode role = Objects.clusterScoped("rbac.authorization.k8s.io/v1", "ClusterRole", name);
        role.withObject("/metadata/labels").put("rbac.authorization.k8s.io/aggregate-to-" + target, "true");
        ObjectNode rule = role.putArray("rules").addObject();
        verbs.forEach(rule.putArray("verbs")::add);
        rule.putArray("apiGroups").add(group);
        rule.putArray("resources").add(resource);
        return role;
    }

    private static Map<String, List<String>> verbs() {
        Map<String, List<String>> verbs = new LinkedHashMap<>();
        verbs.put("admin", List.of("*"));
        verbs.put("edit", List.of("create", "update", "patch", "delete"));
        verbs.put(VIEW, List.of("get", "list", "watch"));
        return verbs;
    }
}
