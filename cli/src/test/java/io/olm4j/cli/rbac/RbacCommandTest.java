package io.olm4j.cli.rbac;

import static io.olm4j.cli.CommandRun.olm;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code olm rbac}; that an API server is content with its output is tested where one is. */
class RbacCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path bundle;

    @BeforeEach
    void writeBundle() throws IOException {
        Files.createDirectories(bundle.resolve("manifests"));
        Files.createDirectories(bundle.resolve("metadata"));
        Files.writeString(
                bundle.resolve("metadata/annotations.yaml"),
                "annotations: {operators.operatorframework.io.bundle.package.v1: foo}");
        Files.writeString(bundle.resolve("manifests/csv.yaml"), """
                apiVersion: operators.coreos.com/v1alpha1
                kind: ClusterServiceVersion
                metadata: {name: foo}
                spec:
                  installModes: [{type: SingleNamespace, supported: true}]
                  install:
                    strategy: deployment
                    spec:
                      permissions:
                      - serviceAccountName: foo
                        rules:
                        - {apiGroups: [apps], resources: [deployments, daemonsets], verbs: [get, list]}
                        - {apiGroups: [""], resources: [secrets], resourceNames: [key], verbs: [get]}
                      clusterPermissions:
                      - serviceAccountName: foo
                        rules:
                        - {nonResourceURLs: [/metrics], verbs: [get]}
                      deployments: [{name: foo}, {name: bar}]
                """);
        Files.writeString(bundle.resolve("manifests/bound.yaml"), """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: foo-auth}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: system:auth-delegator}
                subjects: [{kind: ServiceAccount, name: foo, namespace: ns-x}]
                """);
    }

    private CommandRun rbac(String... more) {
        String[] arguments = new String[6 + more.length];
        System.arraycopy(
                new String[] {"rbac", bundle.toString(), "--install-namespace", "ns-x", "--watch-namespace", "ns-y"},
                0,
                arguments,
                0,
                6);
        System.arraycopy(more, 0, arguments, 6, more.length);
        return olm(arguments);
    }

    @Test
    void shouldGiveTheRightsThatTheRolesGrant() throws IOException {
        CommandRun run = rbac();

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo(Files.readString(Path.of("src/test/resources/io/olm4j/cli/rbac/rights.yaml")));
    }

    @Test
    void shouldOnlyAllowToEscalateAndBindWhenAskedFor() {
        CommandRun run = rbac("--escalate", "--service-account", "boss");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("- escalate", "- bind", "name: ns-x-boss")
                .doesNotContain("daemonsets", "/metrics", "- list");
    }

    @Test
    void shouldSayWhyThereAreNoObjects() throws IOException {
        Files.writeString(bundle.resolve("manifests/job.yaml"), "{kind: Job, metadata: {name: j}}");

        assertThat(rbac())
                .isEqualTo(
                        new CommandRun(1, "", "olm: " + bundle + ": unsupported resource \"j\" with kind \"Job\"\n"));
    }
}
