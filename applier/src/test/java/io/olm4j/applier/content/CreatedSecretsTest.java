package io.olm4j.applier.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.olm4j.applier.account.SecretAccess.SecretName;
import io.olm4j.applier.testing.Trees;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CreatedSecretsTest {

    private final CreatedSecrets created = new CreatedSecrets();

    @Test
    void shouldHandOverSecretOnceAsTheApiServerReturnedIt() {
        // Given
        created.put(secret("one", "older"));
        created.put(secret("one", "newer"));

        // Then
        assertThat(created.take(name("one"))).contains(Trees.yaml("""
                        {apiVersion: v1, kind: Secret, data: {key: newer}, immutable: true,
                         metadata: {labels: {a: b}, name: one, namespace: system, uid: uid-of-one},
                         type: olm.operatorframework.io/object-data}"""));
        assertThat(created.take(name("one"))).isEmpty();
    }

    @Test
    void shouldForgetTheOldestSecretsWhenTheyAreTooLarge() {
        // Given
        for (int i = 0; i < 9; i++) {
            created.put(secret("large-" + i, "A".repeat(1 << 20)));
        }

        // Then
        assertThat(created.take(name("large-0"))).isEmpty();
        assertThat(created.take(name("large-1"))).isPresent();
        assertThat(created.take(name("large-8"))).isPresent();
    }

    private static SecretName name(String name) {
        return new SecretName("system", name);
    }

    private static Secret secret(String name, String value) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("system")
                .withName(name)
                .withUid("uid-of-" + name)
                .withLabels(Map.of("a", "b"))
                .endMetadata()
                .withType(PackedSecrets.TYPE)
                .withImmutable(true)
                .withData(Map.of("key", value))
                .build();
    }
}
