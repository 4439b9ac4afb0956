package io.olm4j.bundle.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class ObjectNamesTest {
    @Test
    void shouldGiveTheNameOfTheOriginalWhenContentIsHashed() throws Exception {
        // given: the permissions of argocd-operator 0.6.0 in its namespace, with the rule for operators that watch all
        // namespaces
        JsonNode permission = new ObjectMapper().readTree("""
                {"serviceAccountName": "argocd-operator-controller-manager", "rules": [
                  {"verbs": ["get", "list", "watch", "create", "update", "patch", "delete"],
                   "apiGroups": [""], "resources": ["configmaps"]},
                  {"verbs": ["get", "list", "watch", "create", "update", "patch", "delete"],
                   "apiGroups": ["coordination.k8s.io"], "resources": ["leases"]},
                  {"verbs": ["create", "patch"], "apiGroups": [""], "resources": ["events"]},
                  {"verbs": ["get", "list", "watch"], "apiGroups": [""], "resources": ["namespaces"]}]}
                """);

        // when / then
        assertThat(ObjectNames.unique("argocd-operator.v0.6.0-argocd-operator-controller-manager", permission))
                .isEqualTo("argocd-operator.v0.-3gkm3u8zfarktdile5wekso69zs9bgzb988mhjm0y6p");
    }

    @Test
    void shouldCutTheBaseWhenTheNameWouldBeTooLong() {
        assertThat(ObjectNames.of("short", "service")).isEqualTo("short-service");
        assertThat(ObjectNames.of("b".repeat(57), "service")).isEqualTo("b".repeat(55) + "-service");
        // Exactly 63 characters together are not cut: the result is one too long, as in operator-controller.
        assertThat(ObjectNames.of("b".repeat(56), "service")).hasSize(64);
    }
}
