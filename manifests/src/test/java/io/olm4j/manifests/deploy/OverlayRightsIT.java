package io.olm4j.manifests.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.localcluster.Kubectl;
import io.olm4j.testsupport.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What single overlays allow beyond the manifests that all have. */
class OverlayRightsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String NAMELESS = """
            {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterExtension","metadata":{"name":"nameless"},
             "spec":{"namespace":"shop","source":{"sourceType":"Catalog","catalog":{"packageName":"p"}}}}""";

    private final Kubectl kubectl = TestCluster.shared().cluster().kubectl();

    @Test
    void shouldLetCatalogdReadThePullSecretOfOpenShiftAndNoOther() {
        Overlay.of("openshift").applyToAnEmptyCluster();
        String catalogd = "system:serviceaccount:olmv1-system:catalogd-controller-manager";

        awaitAnswer("yes", catalogd, "get", "secrets/pull-secret", "openshift-config");
        awaitAnswer("no", catalogd, "get", "secrets/other", "openshift-config");
        awaitAnswer("no", catalogd, "list", "secrets", "openshift-config");
        awaitAnswer("no", catalogd, "get", "secrets/pull-secret", "kube-system");
    }

    @Test
    void shouldLetCatalogdReadTheSelfMadeCertificate() {
        Overlay.of("self-made-certificates").applyToAnEmptyCluster();
        String catalogd = "system:serviceaccount:olmv1-system:catalogd-controller-manager";

        awaitAnswer("yes", catalogd, "watch", "secrets/olmv1-tls", "olmv1-system");
        awaitAnswer("no", catalogd, "update", "secrets/olmv1-tls", "olmv1-system");
        awaitAnswer("no", catalogd, "list", "secrets", "olmv1-system");
    }

    @Test
    void shouldTakeTheRightsOfTheDefaultAccountToInstallWithIt() {
        // given
        Overlay.of("upstream-compatible").applyToAnEmptyCluster();
        awaitAnswer(
                "yes",
                "system:serviceaccount:olmv1-system:operator-controller-cluster-admin",
                "*",
                "*.*",
                "kube-system");

        // when
        kubectl.run(
                "create",
                "clusterrolebinding",
                "olga",
                "--clusterrole=operator-controller-clusterextension-editor-role",
                "--user=olga");

        // then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(create("--as=olga").output())
                        .contains("user \"olga\" may not write an extension that is installed by the service account"
                                + " \"operator-controller-cluster-admin\" in namespace \"olmv1-system\""));
        assertThat(create().exitCode()).as(create().output()).isZero();
    }

    @Test
    void shouldTakeTheCatalogs() {
        Overlay.of("openshift").applyToAnEmptyCluster();
        KubernetesClient client = TestCluster.shared().client();
        await().atMost(PATIENCE)
                .ignoreException(KubernetesClientException.class)
                .until(() -> client.genericKubernetesResources("olm.operatorframework.io/v1", "ClusterCatalog")
                                .list()
                        != null);

        for (String file : new String[] {"default-catalogs.yaml", "overlays/openshift/default-catalogs.yaml"}) {
            Kubectl.Result result = kubectl.run("apply", "--server-side", "-f", file);
            assertThat(result.exitCode()).as(result.output()).isZero();
        }

        assertThat(kubectl.run("get", "clustercatalogs", "-o", "jsonpath={.items[*].spec.priority}")
                        .output())
                .isEqualTo("-200 -400 -100 0");
    }

    private Kubectl.Result create(String... options) {
        var arguments = new ArrayList<>(List.of("create", "--dry-run=server", "-f", "-"));
        arguments.addAll(List.of(options));
        return kubectl.runWithInput(NAMELESS, arguments.toArray(String[]::new));
    }

    private void awaitAnswer(String answer, String user, String verb, String resource, String namespace) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(kubectl.run("auth", "can-i", verb, resource, "-n", namespace, "--as=" + user)
                                        .output()
                                        .strip())
                                .endsWith(answer));
    }
}
