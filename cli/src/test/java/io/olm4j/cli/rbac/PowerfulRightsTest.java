package io.olm4j.cli.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link PowerfulRights}. */
class PowerfulRightsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            *                         | *                     | *           | * on *.*
            *                         | *                     | list        | list on *.*
            ''                        | *                     | get         | get on *
            ''                        | secrets               | list        | list on secrets
            ''                        | secrets               | *           | * on secrets
            ''                        | serviceaccounts       | impersonate | impersonate on serviceaccounts
            ''                        | serviceaccounts       | *           | * on serviceaccounts
            ''                        | serviceaccounts/token | create      | create on serviceaccounts/token
            ''                        | */token               | create      | create on */token
            rbac.authorization.k8s.io | roles                 | bind        | bind on roles.rbac.authorization.k8s.io
            rbac.authorization.k8s.io | *                     | escalate    | escalate on *.rbac.authorization.k8s.io
            *                         | roles                 | *           | * on roles.*
            """)
    void shouldFindRightsThatGiveOthers(String group, String resource, String verb, String shown) {
        assertThat(PowerfulRights.of(List.of(role("ClusterRole", rule(group, resource, verb)))))
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            apps                      | *                     | *
            *                         | configmaps            | *
            ''                        | secrets               | create
            ''                        | serviceaccounts       | create
            rbac.authorization.k8s.io | clusterroles          | create
            """)
    void shouldNotFindOthers(String group, String resource, String verb) {
        assertThat(PowerfulRights.of(List.of(role("ClusterRole", rule(group, resource, verb)))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"get", "*"})
    void shouldNotFindNamedSecrets(String verb) {
        ObjectNode named = rule("", "secrets", verb);
        named.putArray("resourceNames").add("key");

        assertThat(PowerfulRights.of(List.of(role("ClusterRole", named)))).isEmpty();
    }

    @Test
    void shouldNotFindRightsInOneNamespace() {
        assertThat(PowerfulRights.of(List.of(role("Role", rule("*", "*", "*")))))
                .isEmpty();
    }

    @Test
    void shouldFindNamedRolesToBind() {
        ObjectNode named = rule("rbac.authorization.k8s.io", "clusterroles", "bind");
        named.putArray("resourceNames").add("cluster-admin");

        assertThat(PowerfulRights.of(List.of(role("ClusterRole", named))))
                .isEqualTo("bind on clusterroles.rbac.authorization.k8s.io");
    }

    @Test
    void shouldShowEachResourceOnce() {
        assertThat(PowerfulRights.of(List.of(
                        role("ClusterRole", rule("", "secrets", "watch")),
                        role("ClusterRole", rule("", "secrets", "list")),
                        role("ClusterRole", rule("", "groups", "impersonate")))))
                .isEqualTo("impersonate on groups; list, watch on secrets");
    }

    private static ObjectNode role(String kind, ObjectNode rule) {
        ObjectNode role = JsonNodeFactory.instance.objectNode().put("kind", kind);
        role.putArray("rules").add(rule);
        return role;
    }

    private static ObjectNode rule(String group, String resource, String verb) {
        ObjectNode rule = JsonNodeFactory.instance.objectNode();
        rule.putArray("apiGroups").add(group);
        rule.putArray("resources").add(resource);
        rule.putArray("verbs").add(verb);
        return rule;
    }
}
