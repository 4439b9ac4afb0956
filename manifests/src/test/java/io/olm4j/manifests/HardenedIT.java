package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.assertForbidden;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the overlay hardened takes from the controller. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HardenedIT {

    private static final String CONTROLLER = "operator-controller-controller-manager";
    private static final String CONSENT = "olm.operatorframework.io/service-accounts";

    private final KubernetesClient admin = TestCluster.shared().client();
    private KubernetesClient controller = admin;

    @BeforeAll
    void applyOverlay() {
        TestCluster.shared().reset();
        Manifests.applyOverlay("hardened");
        controller = TestCluster.shared().cluster().clientForServiceAccount("olmv1-system", CONTROLLER);
        namespace("closed", Map.of());
        namespace("open", Map.of(CONSENT, "allowed"));
        namespace("half-open", Map.of(CONSENT, "true"));
        await().atMost(AliceAndBob.PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(() -> token(controller, "closed", "installer"))
                        .hasMessageContaining("ValidatingAdmissionPolicy"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"closed", "half-open", "kube-system", "olmv1-system"})
    void shouldRefuseATokenWithoutTheConsentOfTheNamespace(String namespace) {
        String account = namespace.endsWith("-system") ? "default" : "installer";

        assertForbidden(
                () -> token(controller, namespace, account),
                ("namespace \"%1$s\" does not let olm4j act as its service accounts; it takes the label"
                                + " olm.operatorframework.io/service-accounts=allowed on the namespace: kubectl"
                                + " label namespace"
                                + " %1$s olm.operatorframework.io/service-accounts=allowed")
                        .formatted(namespace));
    }

    @Test
    void shouldLetTheControllerGetATokenWithTheConsentOfTheNamespace() {
        assertThat(token(controller, "open", "installer").getStatus().getToken())
                .isNotEmpty();
    }

    @Test
    void shouldLetTheControllerGetATokenOfTheTeardownAccount() {
        assertThat(token(controller, "olmv1-system", "operator-controller-teardown")
                        .getStatus()
                        .getToken())
                .isNotEmpty();
    }

    @Test
    void shouldLeaveTheTokensOfOthersAlone() {
        assertThat(token(admin, "closed", "installer").getStatus().getToken()).isNotEmpty();
    }

    /**
     * Admission policies do not apply to themselves: without the overlay nothing keeps the account from deleting them.
     */
    @Test
    void shouldKeepTheTeardownAccountFromAdmissionPolicies() {
        // given
        KubernetesClient teardown =
                TestCluster.shared().cluster().clientForServiceAccount("olmv1-system", "operator-controller-teardown");

        // then
        assertThatThrownBy(() -> teardown.resources(ValidatingAdmissionPolicyBinding.class)
                        .withName("operator-controller-teardown")
                        .dryRun()
                        .delete())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refusal -> assertThat(refusal.getCode()).isEqualTo(403))
                .hasMessageContaining("cannot delete resource \"validatingadmissionpolicybindings\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"})
    void shouldKeepTheTeardownAccountFromWebhooks(String kind) {
        // given
        KubernetesClient teardown =
                TestCluster.shared().cluster().clientForServiceAccount("olmv1-system", "operator-controller-teardown");

        // then
        assertForbidden(
                () -> teardown.genericKubernetesResources("admissionregistration.k8s.io/v1", kind)
                        .withName("any")
                        .dryRun()
                        .delete(),
                "cannot delete resource \"" + kind.toLowerCase(Locale.ROOT) + "s\"");
    }

    /** What a bundle can hold, and what olm4j itself adds to it. */
    private static Stream<Arguments> kindsOfBundles() {
        return """
                ConfigMap                 -                          configmaps
                Secret                    -                          secrets
                Service                   -                          services
                ServiceAccount            -                          serviceaccounts
                NetworkPolicy             networking.k8s.io          networkpolicies
                PodDisruptionBudget       policy                     poddisruptionbudgets
                PodMonitor                monitoring.coreos.com      podmonitors
                PrometheusRule            monitoring.coreos.com      prometheusrules
                ServiceMonitor            monitoring.coreos.com      servicemonitors
                Role                      rbac.authorization.k8s.io  roles
                RoleBinding               rbac.authorization.k8s.io  rolebindings
                ClusterRole               rbac.authorization.k8s.io  clusterroles
                ClusterRoleBinding        rbac.authorization.k8s.io  clusterrolebindings
                ConsoleCLIDownload        console.openshift.io       consoleclidownloads
                ConsoleLink               console.openshift.io       consolelinks
                ConsolePlugin             console.openshift.io       consoleplugins
                ConsoleQuickStart         console.openshift.io       consolequickstarts
                ConsoleYAMLSample         console.openshift.io       consoleyamlsamples
                CustomResourceDefinition  apiextensions.k8s.io       customresourcedefinitions
                PriorityClass             scheduling.k8s.io          priorityclasses
                VerticalPodAutoscaler     autoscaling.k8s.io         verticalpodautoscalers
                Namespace                 -                          namespaces
                Deployment                apps                       deployments
                Certificate               cert-manager.io            certificates
                Issuer                    cert-manager.io            issuers
                OperatorCondition         operators.coreos.com       operatorconditions
                """.lines()
                .map(line -> line.split(" +"))
                .map(words -> Arguments.of(words[0], words[1].equals("-") ? "" : words[1], words[2]));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kindsOfBundles")
    void shouldLetTheTeardownAccountDeleteWhatABundleCanHold(String kind, String group, String resource) {
        // The API server knows a role a moment after it was stored.
        await().atMost(AliceAndBob.PATIENCE).until(() -> mayTearDown(group, resource));
    }

    @Test
    void shouldKnowEachKindThatABundleCanHold() throws IOException {
        // Given
        String source =
                Files.readString(Path.of("../bundle/src/main/java/io/olm4j/bundle/validate/SupportedKinds.java"));
        List<String> supported = Pattern.compile("\"([A-Z]\\w+)\"")
                .matcher(source)
                .results()
                .map(found -> found.group(1))
                .toList();

        // Then a ClusterServiceVersion is not installed itself
        assertThat(supported)
                .contains("ClusterServiceVersion", "VerticalPodAutoscaler")
                .filteredOn(kind -> !kind.equals("ClusterServiceVersion"))
                .isSubsetOf(kindsOfBundles().map(kind -> (String) kind.get()[0]).toList());
    }

    @Test
    void shouldKeepTheTeardownAccountFromApiServices() {
        await().atMost(AliceAndBob.PATIENCE).until(() -> mayTearDown("", "configmaps"));

        assertThat(mayTearDown("apiregistration.k8s.io", "apiservices")).isFalse();
    }

    /** Whether the teardown account may delete objects of a kind in all namespaces. */
    private boolean mayTearDown(String group, String resource) {
        return admin.authorization()
                .v1()
                .subjectAccessReview()
                .create(new SubjectAccessReviewBuilder()
                        .withNewSpec()
                        .withUser("system:serviceaccount:olmv1-system:operator-controller-teardown")
                        .withNewResourceAttributes()
                        .withVerb("delete")
                        .withGroup(group)
                        .withResource(resource)
                        .endResourceAttributes()
                        .endSpec()
                        .build())
                .getStatus()
                .getAllowed();
    }

    private static TokenRequest token(KubernetesClient user, String namespace, String account) {
        return user.serviceAccounts().inNamespace(namespace).withName(account).tokenRequest();
    }

    private void namespace(String name, Map<String, String> labels) {
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .build())
                .create();
        admin.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("installer")
                        .withNamespace(name)
                        .endMetadata()
                        .build())
                .create();
    }
}
