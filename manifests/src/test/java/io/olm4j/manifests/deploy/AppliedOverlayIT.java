package io.olm4j.manifests.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.testsupport.TestCluster;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each overlay on a real API server, which runs its Pods, and selects them for Services, budgets and network policies.
 */
@ParameterizedClass
@CsvSource({
    "kubernetes, olmv1-system",
    "openshift, olmv1-system",
    "self-made-certificates, olmv1-system",
    "upstream-compatible, olmv1-system",
    "hardened, olmv1-system",
    "experimental, olmv1-system",
    "another-namespace, olm",
})
class AppliedOverlayIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Set<String> COMPONENTS = Set.of("operator-controller", "catalogd");

    private final KubernetesClient client = TestCluster.shared().client();
    private final String namespace;

    AppliedOverlayIT(String overlay, String namespace) {
        assertThat(Overlay.ALL).contains(overlay);
        this.namespace = namespace;
    }

    @BeforeParameterizedClassInvocation
    static void apply(String overlay, String namespace) {
        Overlay.of(overlay).applyToAnEmptyCluster();
        for (String component : COMPONENTS) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(TestCluster.shared()
                                    .client()
                                    .apps()
                                    .deployments()
                                    .inNamespace(namespace)
                                    .withName(component + "-controller-manager")
                                    .get()
                                    .getStatus()
                                    .getAvailableReplicas())
                            .isEqualTo(2));
        }
    }

    /** The namespace enforces the restricted profile: Pods that did not meet it were not there. */
    @Test
    void shouldRunRestrictedPods() {
        Pod pod = podsOf("catalogd").getFirst();
        Pod privileged = new PodBuilder()
                .withNewMetadata()
                .withName("privileged")
                .withNamespace(namespace)
                .endMetadata()
                .withSpec(pod.getSpec())
                .editSpec()
                .withNodeName(null)
                .editFirstContainer()
                .editSecurityContext()
                .withAllowPrivilegeEscalation(true)
                .endSecurityContext()
                .endContainer()
                .endSpec()
                .build();

        assertThatThrownBy(() -> client.resource(privileged).dryRun().create())
                .hasMessageContaining("violates PodSecurity \"restricted:latest\"");
        for (String component : COMPONENTS) {
            PodSpec spec = podsOf(component).getFirst().getSpec();
            Container manager = spec.getContainers().getFirst();
            assertThat(manager.getName()).isEqualTo("manager");
            assertThat(manager.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
            assertThat(spec.getVolumes()).allMatch(volume -> volume.getHostPath() == null);
            assertThat(spec.getPriorityClassName()).isEqualTo("system-cluster-critical");
        }
    }

    @Test
    void shouldHaveAQuotaForPodsOfThisPriority() {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(client.resourceQuotas()
                                .inNamespace(namespace)
                                .withName("olmv1-critical-pods")
                                .get()
                                .getStatus()
                                .getUsed()
                                .get("pods"))
                        .hasToString("4"));
    }

    @Test
    void shouldSpreadThePodsOverTheNodes() {
        for (String component : COMPONENTS) {
            assertThat(podsOf(component).stream().map(pod -> pod.getSpec().getNodeName()))
                    .as(component)
                    .hasSize(2)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldSendTheRequestsOfAServiceToItsPodsOnly() {
        assertReached("operator-controller-service", "operator-controller", "metrics:8443");
        assertReached("catalogd-service", "catalogd", "https:8443", "metrics:7443");
    }

    private void assertReached(String service, String component, String... ports) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            List<EndpointSlice> slices = client.discovery()
                    .v1()
                    .endpointSlices()
                    .inNamespace(namespace)
                    .withLabel("kubernetes.io/service-name", service)
                    .list()
                    .getItems();
            assertThat(slices.stream()
                            .flatMap(slice -> slice.getEndpoints().stream())
                            .map(endpoint -> endpoint.getTargetRef().getName()))
                    .containsExactlyInAnyOrderElementsOf(names(podsOf(component)));
            assertThat(slices.stream()
                            .flatMap(slice -> slice.getPorts().stream())
                            .map(port -> port.getName() + ":" + port.getPort()))
                    .containsExactlyInAnyOrder(ports);
        });
    }

    @Test
    void shouldLetOnePodOfTwoBeEvicted() {
        for (String component : COMPONENTS) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                PodDisruptionBudgetStatus status = client.policy()
                        .v1()
                        .podDisruptionBudget()
                        .inNamespace(namespace)
                        .withName(component + "-controller-manager")
                        .get()
                        .getStatus();
                assertThat(status.getExpectedPods()).as(component).isEqualTo(2);
                assertThat(status.getDisruptionsAllowed()).as(component).isEqualTo(1);
            });
        }
    }

    @Test
    void shouldLetInWhatEachPodServesAndNothingElse() {
        List<NetworkPolicy> policies = client.network()
                .v1()
                .networkPolicies()
                .inNamespace(namespace)
                .list()
                .getItems();

        assertThat(policies)
                .allSatisfy(policy ->
                        assertThat(policy.getSpec().getPolicyTypes()).containsExactlyInAnyOrder("Ingress", "Egress"));
        assertThat(policies.stream().map(this::described))
                .containsExactlyInAnyOrder(
                        "catalogd, operator-controller: []", "catalogd: [8443, 7443]", "operator-controller: [8443]");
    }

    private String described(NetworkPolicy policy) {
        List<String> ports = policy.getSpec().getIngress().stream()
                .flatMap(rule -> rule.getPorts().stream())
                .map(port -> String.valueOf(port.getPort().getValue()))
                .toList();
        return names(podsSelectedBy(policy.getSpec().getPodSelector())).stream()
                        .map(name -> name.replaceFirst("-controller-manager-.*", ""))
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "))
                + ": " + ports;
    }

    private List<Pod> podsSelectedBy(@Nullable LabelSelector selector) {
        return client.pods()
                .inNamespace(namespace)
                .withLabelSelector(selector)
                .list()
                .getItems();
    }

    private List<Pod> podsOf(String component) {
        return client.pods().inNamespace(namespace).list().getItems().stream()
                .filter(pod -> pod.getSpec().getServiceAccountName().equals(component + "-controller-manager"))
                .toList();
    }

    private static List<String> names(List<Pod> pods) {
        return pods.stream().map(pod -> pod.getMetadata().getName()).toList();
    }
}
