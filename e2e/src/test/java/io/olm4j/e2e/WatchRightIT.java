package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.Rights;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that watch, as a user who may read but not watch. */
class WatchRightIT {

    private final OlmCluster olm = OlmCluster.withoutControllers();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void shouldSayInOneSentenceThatTheRightToWatchIsMissing() throws Exception {
        // Given
        olm.apply("""
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: reader, namespace: default}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: watch-right-reader}
                rules:
                - {apiGroups: [olm.operatorframework.io], resources: [clusterextensions], verbs: [get, list]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: watch-right-reader}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: watch-right-reader}
                subjects: [{kind: ServiceAccount, name: reader, namespace: default}]
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
                Rights.account("default", "reader"),
                Rights.right("list", "olm.operatorframework.io", "clusterextensions"));
        Path kubeconfig = Files.writeString(
                directory.resolve("reader"), olm.cluster().kubeconfigForServiceAccount("default", "reader"));
        OlmProcess program = new OlmProcess(directory).with("KUBECONFIG", kubeconfig);

        // When
        OlmProcess.Result list = program.run("extension", "list", "--watch");
        OlmProcess.Result status = program.run("status", "mail", "--watch");
        OlmProcess.Result wait = program.run("extension", "wait", "mail");

        // Then
        assertThat(program.run("extension", "list", "-o", "name").output())
                .isEqualTo("clusterextension.olm.operatorframework.io/mail\n");
        var refused = new OlmProcess.Result(
                2,
                "",
                "olm: the user of the kubeconfig may not watch clusterextensions.olm.operatorframework.io: this needs"
                        + " the right \"watch\" on clusterextensions besides \"get\" and \"list\"\n");
        assertThat(list).isEqualTo(refused);
        assertThat(status).isEqualTo(refused);
        assertThat(wait).isEqualTo(refused);
    }
}
