package io.olm4j.applier.revision;

import static io.olm4j.applier.testing.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhaseSorterTest {

    @ParameterizedTest
    @CsvSource({
        "v1, Namespace, namespaces",
        "networking.k8s.io/v1, NetworkPolicy, policies",
        "policy/v1, PodDisruptionBudget, policies",
        "scheduling.k8s.io/v1, PriorityClass, policies",
        "v1, ServiceAccount, identity",
        "v1, Secret, configuration",
        "v1, ConfigMap, configuration",
        "v1, PersistentVolumeClaim, storage",
        "storage.k8s.io/v1, StorageClass, storage",
        "apiextensions.k8s.io/v1, CustomResourceDefinition, crds",
        "rbac.authorization.k8s.io/v1, ClusterRole, roles",
        "rbac.authorization.k8s.io/v1, RoleBinding, bindings",
        "v1, Service, infrastructure",
        "cert-manager.io/v1, Certificate, infrastructure",
        "apps/v1, Deployment, deploy",
        "example.com/v1, Whatever, deploy",
        "autoscaling.k8s.io/v1, VerticalPodAutoscaler, scaling",
        "monitoring.coreos.com/v1, ServiceMonitor, publish",
        "networking.k8s.io/v1, Ingress, publish",
        "console.openshift.io/v1, ConsoleYAMLSample, publish",
        "admissionregistration.k8s.io/v1, ValidatingWebhookConfiguration, admission",
        "serving.example.com/v1, Service, deploy",
        "operators.coreos.com/v2, OperatorCondition, configuration",
        "apiregistration.k8s.io/v1, APIService, publish",
    })
    void shouldPutAKindIntoItsPhase(String apiVersion, String kind, String phase) {
        List<ObjectPhase> phases = PhaseSorter.sort(List.of(object(apiVersion, kind, "", "x")));

        assertThat(phases).singleElement().extracting(ObjectPhase::name).isEqualTo(phase);
    }

    @Test
    void shouldOrderPhasesAndLeaveOutEmptyOnes() {
        List<ObjectPhase> phases = PhaseSorter.sort(List.of(
                object("apps/v1", "Deployment", "ns", "a"),
                object("v1", "ServiceAccount", "ns", "a"),
                object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "", "a")));

        assertThat(phases).extracting(ObjectPhase::name).containsExactly("identity", "crds", "deploy");
    }

    @Test
    void shouldSortInAPhaseWhateverTheOrderWas() {
        // Given
        List<ObjectNode> sorted = List.of(
                object("v1", "ConfigMap", "a", "x"),
                object("v1", "ConfigMap", "a", "y"),
                object("v1", "ConfigMap", "b", "a"),
                object("v1", "Secret", "a", "a"));
        List<ObjectNode> shuffled = new ArrayList<>(sorted);
        Collections.shuffle(shuffled, new Random(7));

        // When
        List<ObjectPhase> phases = PhaseSorter.sort(shuffled);

        // Then
        assertThat(phases)
                .singleElement()
                .satisfies(phase -> assertThat(phase.objects()).isEqualTo(sorted));
    }

    @Test
    void shouldSplitAPhaseOfMoreThanFiftyObjects() {
        List<ObjectNode> objects = IntStream.range(0, 120)
                .mapToObj(i -> object("v1", "ConfigMap", "ns", "c%03d".formatted(i)))
                .toList();

        List<ObjectPhase> phases = PhaseSorter.sort(objects);

        assertThat(phases)
                .extracting(ObjectPhase::name)
                .containsExactly("configuration", "configuration-2", "configuration-3");
        assertThat(phases).extracting(phase -> phase.objects().size()).containsExactly(50, 50, 20);
    }
}
