package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.assertForbidden;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.testsupport.TestCluster;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
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
