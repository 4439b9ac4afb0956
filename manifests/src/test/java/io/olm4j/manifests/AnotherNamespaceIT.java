package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
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

        // then
        KubernetesClient controller =
                TestCluster.shared().cluster().clientForServiceAccount("olm", "operator-controller-controller-manager");
        await().atMost(AliceAndBob.PATIENCE)
                .ignoreException(KubernetesClientException.class)
                .until(() -> resource(controller, "object-set").create() != null);
        assertThat(admin.namespaces().withName("olmv1-system").get()).isNull();
    }
}
