package io.olm4j.applier.object;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link OwnPrerequisites}. */
class OwnPrerequisitesTest {

    @Test
    void shouldKnowTheRoleOfABindingWhenTheRevisionCreatesIt() throws Exception {
        // When
        var brought = OwnPrerequisites.of(List.of(role("ClusterRole", "", "all"), role("Role", "a", "one")));

        // Then
        assertThat(brought.hasRoleOf(binding("ClusterRoleBinding", "", "ClusterRole", "all")))
                .isTrue();
        assertThat(brought.hasRoleOf(binding("RoleBinding", "b", "ClusterRole", "all")))
                .isTrue();
        assertThat(brought.hasRoleOf(binding("RoleBinding", "a", "Role", "one")))
                .isTrue();
    }

    @Test
    void shouldNotKnowTheRoleOfABindingWhenItIsAnotherOne() throws Exception {
        // When
        var brought = OwnPrerequisites.of(List.of(role("ClusterRole", "", "all"), role("Role", "a", "one")));

        // Then
        assertThat(brought.hasRoleOf(binding("ClusterRoleBinding", "", "ClusterRole", "one")))
                .isFalse();
        assertThat(brought.hasRoleOf(binding("RoleBinding", "b", "Role", "one")))
                .isFalse();
        assertThat(brought.hasRoleOf(role("Role", "a", "one"))).isFalse();
    }

    private static ObjectNode role(String kind, String namespace, String name) throws JsonProcessingException {
        return json("""
                {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "%s",
                 "metadata": {"namespace": "%s", "name": "%s"}}
                """.formatted(kind, namespace, name));
    }

    private static ObjectNode binding(String kind, String namespace, String roleKind, String role)
            throws JsonProcessingException {
        return json("""
                {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "%s",
                 "metadata": {"namespace": "%s", "name": "x"}, "roleRef": {"kind": "%s", "name": "%s"}}
                """.formatted(kind, namespace, roleKind, role));
    }

    private static ObjectNode json(String text) throws JsonProcessingException {
        return (ObjectNode) new JsonMapper().readTree(text);
    }
}
