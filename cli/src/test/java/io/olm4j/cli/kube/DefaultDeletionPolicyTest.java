package io.olm4j.cli.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.DeletionPolicy;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link DefaultDeletionPolicy}. */
class DefaultDeletionPolicyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "args: [run, --default-deletion-policy=KeepDefinitions]",
                "command: [olm, run, --default-deletion-policy, KeepDefinitions]",
                "env: [{name: OLM_DEFAULT_DELETION_POLICY, value: KeepDefinitions}]",
                "args: [--default-deletion-policy=KeepDefinitions],"
                        + " env: [{name: OLM_DEFAULT_DELETION_POLICY, value: Delete}]"
            })
    void shouldFindThePolicyWhenTheDeploymentSetsIt(String container) {
        assertThat(policy(container)).contains(DeletionPolicy.KEEP_DEFINITIONS);
    }

    @Test
    void shouldBeDeleteWhenTheDeploymentSetsNothing() {
        assertThat(policy("args: [run, --leader-elect]")).contains(DeletionPolicy.DELETE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "args: [--default-deletion-policy=$(POLICY)]",
                "env: [{name: OLM_DEFAULT_DELETION_POLICY, valueFrom: {configMapKeyRef: {name: a, key: b}}}]",
                "envFrom: [{configMapRef: {name: a}}]"
            })
    void shouldNotKnowThePolicyWhenTheDeploymentTakesItFromElsewhere(String container) {
        assertThat(policy(container)).isEmpty();
    }

    private static Optional<DeletionPolicy> policy(String container) {
        return DefaultDeletionPolicy.of(Serialization.unmarshal(
                "spec: {template: {spec: {containers: [{name: manager, %s}]}}}".formatted(container),
                Deployment.class));
    }
}
