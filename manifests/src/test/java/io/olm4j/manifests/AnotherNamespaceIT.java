package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.testsupport.TestCluster;
import org.junit.jupiter.api.Test;

/** The manifests in another namespace than theirs. */
class AnotherNamespaceIT {

    private final KubernetesClient admin = TestCluster.shared().client();

    @Test
    void shouldKnowTheControllerInAnotherNamespace() {
        // given
        TestCluster.shared().reset();

        // when
        Manifests.applyOverlay("another-namespace");

        // then what the policies refuse to others, they do not refuse to the controller
        AliceAndBob.grantRights(admin);
        KubernetesClient bob = TestCluster.shared().cluster().clientForUser("bob");
        await().atMost(AliceAndBob.PATIENCE)
                .untilAsserted(() -> assertThatThrownBy(
                                () -> resource(bob, "object-set").dryRun().create())
                        .hasMessageContaining("ValidatingAdmissionPolicy")
                        .hasMessageContaining("user \"bob\" may not write a set"));
        KubernetesClient controller =
                TestCluster.shared().cluster().clientForServiceAccount("olm", "operator-controller-controller-manager");
        assertThat(resource(controller, "object-set").create().getMetadata().getUid())
                .isNotEmpty();
        assertThat(admin.namespaces().withName("olmv1-system").get()).isNull();
    }
}
