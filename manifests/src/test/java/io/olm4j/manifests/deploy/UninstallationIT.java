package io.olm4j.manifests.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.localcluster.Kubectl;
import io.olm4j.testsupport.TestCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is left of olm4j when its manifests are deleted. */
class UninstallationIT {

    private final Kubectl kubectl = TestCluster.shared().cluster().kubectl();

    @Test
    void shouldLeaveNothingBehind() {
        // given
        Overlay.of("upstream-compatible").applyToAnEmptyCluster();
        List.of("clustercatalogs", "clusterextensions", "clusterobjectsets").forEach(this::awaitStorage);

        // when
        Kubectl.Result result = kubectl.run("delete", "-k", "overlays/upstream-compatible", "--timeout=2m");

        // then
        assertThat(result.exitCode()).as(result.output()).isZero();
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(kubectl.run(
                                        "get",
                                        "namespaces,customresourcedefinitions,clusterroles,clusterrolebindings,"
                                                + "validatingadmissionpolicies,validatingadmissionpolicybindings",
                                        "-o",
                                        "name")
                                .output())
                        .contains("namespace/openshift-config", "clusterrole.rbac.authorization.k8s.io/view")
                        .doesNotContain("olm", "operator-controller", "catalogd"));
    }

    /**
     * Waits until the API server has opened the storage of a kind, as it has wherever a controller has run. It fails to
     * delete a definition before, and looks at it again after five minutes. A list with a selector waits for the
     * storage.
     */
    private void awaitStorage(String plural) {
        String list = "/apis/olm.operatorframework.io/v1/" + plural + "?resourceVersion=0&labelSelector=none%2C%21none";
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            Kubectl.Result listed = kubectl.run("get", "--raw", list);
            assertThat(listed.exitCode()).as(listed.output()).isZero();
        });
    }
}
