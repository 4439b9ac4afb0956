package io.olm4j.applier.account;

import static io.olm4j.applier.testing.Trees.object;
import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.account.InstallerRules.Grants;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.RestMapping;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InstallerRulesTest {

    private static final PlannedObject ROLE = planned(yaml("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: Role
                    metadata: {name: r, namespace: ns}
                    rules:
                      - {apiGroups: ["", apps], resources: [pods, deployments/status], verbs: [get, list]}
                      - {apiGroups: [""], resources: [secrets], resourceNames: [a, b], verbs: [get]}
                    """), "roles", true);

    private static final PlannedObject BINDING = planned(yaml("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: RoleBinding
                    metadata: {name: b, namespace: ns}
                    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: r}
                    subjects: [{kind: ServiceAccount, name: x, namespace: ns}]
                    """), "rolebindings", true);

    private static PlannedObject planned(ObjectNode object, String plural, boolean namespaced) {
        return new PlannedObject(object, new RestMapping(GroupVersionKind.of(object), plural, namespaced));
    }

    private static List<String> rules(Grants grants, PlannedObject... objects) {
        Map<String, List<ObjectNode>> rules = InstallerRules.of(List.of(objects), grants);
        assertThat(rules).containsOnlyKeys("ns");
        return rules.getOrDefault("ns", List.of()).stream()
                .map(ObjectNode::toString)
                .toList();
    }

    @Test
    void shouldNameObjectsForEverythingButTheirCreation() {
        assertThat(rules(
                        Grants.OWN,
                        planned(object("apps/v1", "Deployment", "ns", "a"), "deployments", true),
                        planned(object("apps/v1", "Deployment", "ns", "b"), "deployments", true)))
                .containsExactly(
                        "{\"apiGroups\":[\"apps\"],\"resources\":[\"deployments\"],\"verbs\":[\"create\"]}",
                        "{\"apiGroups\":[\"apps\"],\"resources\":[\"deployments\"],\"resourceNames\":[\"a\",\"b\"],"
                                + "\"verbs\":[\"patch\",\"delete\"]}");
    }

    @Test
    void shouldSeparateNamespacesFromTheCluster() {
        Map<String, List<ObjectNode>> rules = InstallerRules.of(
                List.of(
                        planned(object("v1", "ConfigMap", "x", "a"), "configmaps", true),
                        planned(object("v1", "ConfigMap", "y", "a"), "configmaps", true),
                        planned(
                                object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "", "a.b"),
                                "customresourcedefinitions",
                                false)),
                Grants.OWN);

        assertThat(rules.keySet()).containsExactly("", "x", "y");
    }

    @Test
    void shouldHoldWhatTheRolesGrant() {
        assertThat(rules(Grants.OWN, ROLE, BINDING))
                .contains(
                        "{\"apiGroups\":[\"\"],\"resources\":[\"pods\",\"deployments/status\"],"
                                + "\"verbs\":[\"get\",\"list\"]}",
                        "{\"apiGroups\":[\"apps\"],\"resources\":[\"pods\",\"deployments/status\"],"
                                + "\"verbs\":[\"get\",\"list\"]}",
                        "{\"apiGroups\":[\"\"],\"resources\":[\"secrets\"],\"resourceNames\":[\"a\",\"b\"],"
                                + "\"verbs\":[\"get\"]}")
                .noneMatch(rule -> rule.contains("escalate") || rule.contains("bind\""));
    }

    @Test
    void shouldEscalateAndBindByNameWhenAllowedTo() {
        assertThat(rules(Grants.ESCALATE, ROLE, BINDING))
                .contains("{\"apiGroups\":[\"rbac.authorization.k8s.io\"],\"resources\":[\"roles\"],"
                        + "\"resourceNames\":[\"r\"],\"verbs\":[\"patch\",\"delete\",\"escalate\",\"bind\"]}")
                .noneMatch(rule -> rule.contains("pods"));
    }

    @Test
    void shouldBindByNameWhenTheRightsOfARoleAreNotKnown() {
        assertThat(rules(Grants.OWN, BINDING))
                .contains("{\"apiGroups\":[\"rbac.authorization.k8s.io\"],\"resources\":[\"roles\"],"
                        + "\"resourceNames\":[\"r\"],\"verbs\":[\"bind\"]}");
    }

    @Test
    void shouldEscalateByNameWhereARoleIsAggregatedFromOthers() {
        PlannedObject aggregated = planned(yaml("""
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: ClusterRole
                        metadata: {name: all}
                        aggregationRule: {clusterRoleSelectors: [{matchLabels: {a: b}}]}
                        """), "clusterroles", false);

        assertThat(InstallerRules.of(List.of(aggregated), Grants.OWN))
                .hasEntrySatisfying(
                        "",
                        rules -> assertThat(rules)
                                .extracting(ObjectNode::toString)
                                .contains("{\"apiGroups\":[\"rbac.authorization.k8s.io\"],\"resources\":[\""
                                        + "clusterroles\"],"
                                        + "\"resourceNames\":[\"all\"],\"verbs\":[\"patch\",\"delete\""
                                        + ",\"escalate\"]}"));
    }
}
