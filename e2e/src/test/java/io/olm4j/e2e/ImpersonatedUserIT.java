package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.Rights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands by a kubeconfig whose user impersonates another one. */
class ImpersonatedUserIT {

    private static final OlmCluster olm = OlmCluster.withoutControllers();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @BeforeAll
    static void createExtension() {
        olm.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: extension-readers}
                rules:
                - {apiGroups: [olm.operatorframework.io], resources: [clusterextensions], verbs: [get, list]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: extension-readers}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: extension-readers}
                subjects: [{kind: Group, name: extension-readers, apiGroup: rbac.authorization.k8s.io}]
                ---
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: mail}
                spec:
                  namespace: mail
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: mail}}
                """);
        Rights.await(
                olm.client(),
                "jane",
                List.of("extension-readers"),
                Rights.right("list", "olm.operatorframework.io", "clusterextensions"));
    }

    @Test
    void shouldHaveOnlyTheRightsOfTheImpersonatedUser() throws Exception {
        OlmProcess.Result list = as("jane").run("extension", "list");

        assertThat(list.exitCode()).isEqualTo(2);
        assertThat(list.errors()).contains("\"jane\"", "clusterextensions");
    }

    @Test
    void shouldHaveTheRightsOfTheImpersonatedGroups() throws Exception {
        OlmProcess.Result list = as("jane", "extension-readers").run("extension", "list", "-o", "name");

        assertThat(list).isEqualTo(new OlmProcess.Result(0, "clusterextension.olm.operatorframework.io/mail\n", ""));
    }

    private OlmProcess as(String user, String... groups) throws IOException {
        Path kubeconfig = directory.resolve("kubeconfig");
        Files.writeString(kubeconfig, olm.cluster().kubeconfigForUser(user, groups));
        return new OlmProcess(directory).with("KUBECONFIG", kubeconfig);
    }
}
