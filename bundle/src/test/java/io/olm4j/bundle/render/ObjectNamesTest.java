package io.olm4j.bundle.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class ObjectNamesTest {
    @Test
    void shouldGiveTheNameOfTheOriginalWhenContentIsHashed() throws Exception {
        // given: what argocd-operator 0.6.0 may do in its namespace, with the rule for whoever watches all of them
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
        // Exactly 63 together are not cut: one too many, as in the original.
        assertThat(ObjectNames.of("b".repeat(56), "service")).hasSize(64);
    }
}
