package io.olm4j.manifests.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.localcluster.Kubectl;
import io.olm4j.localcluster.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is left of olm4j when its manifests are deleted. */
class UninstallationIT {

    private final Kubectl kubectl = TestCluster.shared().cluster().kubectl();

    @Test
    void shouldLeaveNothingBehind() {
        // given
        Overlay.of("upstream-compatible").applyToAnEmptyCluster();

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
}
