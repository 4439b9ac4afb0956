package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.olm4j.bundle.RenderFeature;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Generates the OperatorCondition in which an operator reports whether it may be upgraded, and the Role and RoleBinding
 * that allow its accounts to write it. The OperatorCondition has the name of the ClusterServiceVersion. It leaves
 * conditions and overrides to other writers.
 */
final class OperatorConditionObjects {
    private static final String API_GROUP = "operators.coreos.com";
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String VARIABLE = "OPERATOR_CONDITION_NAME";
    private static final String ROLE_SUFFIX = "-operator-condition";

    /** The longest name of a Role or RoleBinding. */
    private static final int MAX_NAME = 253;

    private OperatorConditionObjects() {}

    static List<ObjectNode> of(Rendering rendering) {
        if (!rendering.features().contains(RenderFeature.OPERATOR_CONDITIONS)) {
            return List.of();
        }
        Set<String> accounts = accounts(rendering);
        return List.of(condition(rendering, accounts), role(rendering), binding(rendering, accounts));
    }

    /** Sets the variable in every container of a deployment, replacing variables with the same name. */
    static void tellName(ObjectNode deployment, Rendering rendering) {
        for (JsonNode container : deployment.at("/spec/template/spec/containers")) {
            var variables = ((ObjectNode) container).withArray("env");
            for (int i = variables.size() - 1; i >= 0; i--) {
                if (variables.get(i).path("name").asText().equals(VARIABLE)) {
                    variables.remove(i);
                }
            }
            variables
                    .addObject()
                    .put("name", VARIABLE)
                    .put("value", rendering.csv().name());
        }
    }

    private static ObjectNode condition(Rendering rendering, Set<String> accounts) {
        ObjectNode condition = Objects.namespaced(
                API_GROUP + "/v2", "OperatorCondition", rendering.csv().name(), rendering.installNamespace());
        ObjectNode spec = condition.putObject("spec");
        accounts.forEach(spec.putArray("serviceAccounts")::add);
        var deployments = spec.putArray("deployments");
        rendering.csv().deploymentNames().forEach(deployments::add);
        return condition;
    }

    private static ObjectNode role(Rendering rendering) {
        ObjectNode role = Objects.namespaced(RBAC + "/v1", "Role", roleName(rendering), rendering.installNamespace());
        ObjectNode rule = role.putArray("rules").addObject();
        rule.putArray("verbs").add("get").add("update").add("patch");
        rule.putArray("apiGroups").add(API_GROUP);
        rule.putArray("resources").add("operatorconditions").add("operatorconditions/status");
        rule.putArray("resourceNames").add(rendering.csv().name());
        return role;
    }

    private static ObjectNode binding(Rendering rendering, Set<String> accounts) {
        ObjectNode binding =
                Objects.namespaced(RBAC + "/v1", "RoleBinding", roleName(rendering), rendering.installNamespace());
        var subjects = binding.putArray("subjects");
        accounts.forEach(account -> subjects.addObject()
                .put("kind", "ServiceAccount")
                .put("name", account)
                .put("namespace", rendering.installNamespace()));
        binding.putObject("roleRef").put("apiGroup", RBAC).put("kind", "Role").put("name", roleName(rendering));
        return binding;
    }

    /**
     * The name of the Role and of the RoleBinding. It is not that of the OperatorCondition, because OLM Classic writes
     * a Role and a RoleBinding of that name for every OperatorCondition, and would overwrite them.
     */
    private static String roleName(Rendering rendering) {
        String name = rendering.csv().name();
        return name.length() + ROLE_SUFFIX.length() > MAX_NAME
                ? ObjectNames.unique(name, TextNode.valueOf(name))
                : name + ROLE_SUFFIX;
    }

    /** The accounts that have permissions, or the default account if there are none. */
    private static Set<String> accounts(Rendering rendering) {
        Set<String> accounts = new LinkedHashSet<>();
        Stream.concat(rendering.csv().clusterPermissions().stream(), rendering.csv().permissions().stream())
                .map(permission -> permission.path("serviceAccountName").asText())
                .filter(name -> !name.isEmpty())
                .forEach(accounts::add);
        return accounts.isEmpty() ? Set.of(ServiceAccounts.DEFAULT) : accounts;
    }
}
