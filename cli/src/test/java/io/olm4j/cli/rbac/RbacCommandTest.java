package io.olm4j.cli.rbac;

import static io.olm4j.cli.CommandRun.olm;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void shouldPrintTheInstallerOfTheSample() throws IOException {
        Path sample = Path.of("../manifests/samples/greeter");

        CommandRun run = olm(
                "rbac",
                sample.resolve("bundles/1.0.0").toString(),
                sample.resolve("bundles/1.1.0").toString(),
                sample.resolve("bundles/1.2.0").toString(),
                sample.resolve("bundles/2.0.0").toString(),
                "--install-namespace",
                "greeter",
                "--service-account",
                "greeter-installer");

        assertThat(run.exitCode()).isZero();
        assertThat(lines(Files.readString(sample.resolve("installer.yaml"))))
                .as("the namespace, then what the command prints")
                .startsWith("apiVersion: v1", "kind: Namespace", "metadata:", "name: greeter")
                .endsWith(lines(run.out()).toArray(String[]::new))
                .hasSize(4 + lines(run.out()).size());
    }

    /** The lines of a manifest without indentation and comments. */
    private static List<String> lines(String yaml) {
        return yaml.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#") && !line.equals("---"))
                .toList();
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
                .contains("- escalate", "- bind", "name: olm:ns-x:boss")
                .doesNotContain("daemonsets", "/metrics", "- list");
    }

    @Test
    void shouldGiveRightsInTheWholeClusterWhereTheBundleBringsItsNamespace() throws IOException {
        // given
        Path csv = bundle.resolve("manifests/csv.yaml");
        Files.writeString(csv, Files.readString(csv).replace("SingleNamespace", "AllNamespaces"));

        // when
        CommandRun run = olm("rbac", bundle.toString(), "--service-account", "installers/boss");

        // then
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("name: olm:installers:boss", "- namespaces", "foo-system")
                .doesNotContain("kind: Role\n", "namespace: foo-system");
    }

    @Test
    void shouldNameTheRolesOfEachAccountDifferently() {
        CommandRun ofTeam = rbac("--service-account", "team/a-db");
        CommandRun ofTeamA = rbac("--service-account", "team-a/db");

        assertThat(ofTeam.out()).contains("  name: olm:team:a-db\n");
        assertThat(ofTeamA.out()).contains("  name: olm:team-a:db\n").doesNotContain("olm:team:a-db");
    }

    @Test
    void shouldAskForTheNamespaceOfTheAccountWhereTheBundleBringsItsOwn() {
        assertThat(olm("rbac", bundle.toString(), "--watch-namespace", "ns-y"))
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "olm: the namespace of the service account is not known, because the bundle brings its own"
                                + " namespace:"
                                + " name it as --service-account NS/installer, or give --install-namespace\n"));
    }

    @Test
    void shouldSayThatThereIsNoBundleBeforeItAsksForTheNamespace() {
        String nowhere = bundle.resolve("nowhere").toString();

        assertThat(olm("rbac", nowhere))
                .isEqualTo(new CommandRun(2, "", "olm: " + nowhere + ": no such file or directory\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "a/b/c, b/c, service account",
        "x/, '', service account",
        "/x, '', namespace",
        "Bad_Name, Bad_Name, service account",
        "n.s/x, n.s, namespace",
    })
    void shouldRefuseWhatCannotBeTheNameOfAnAccount(String account, String name, String what) {
        CommandRun run = rbac("--service-account", account);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("olm: \"" + name + "\" cannot be the name of a " + what + ": ");
    }

    @Test
    void shouldListTheRightsThatUserFacingRolesHandOn() throws IOException {
        // given
        Path csv = bundle.resolve("manifests/csv.yaml");
        String owned = "customresourcedefinitions: {owned: [{name: things.example.com, version: v1, kind: Thing}]}";
        Files.writeString(
                csv, Files.readString(csv).replace("  install:", "  " + owned + System.lineSeparator() + "  install:"));
        Files.writeString(
                bundle.resolve("manifests/crd.yaml"),
                "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name:"
                        + " things.example.com}}");

        // then
        assertThat(rbac().out()).doesNotContain("- things\n");
        assertThat(rbac("--with", "user-facing-roles").out())
                .contains("- things\n", "things.example.com-v1-admin", "things.example.com-v1-crdview");
    }

    @Test
    void shouldListTheRightsForOperatorConditions() {
        assertThat(rbac().out()).doesNotContain("operatorconditions");
        assertThat(rbac("--with", "operator-conditions").out())
                .contains("- operatorconditions\n", "- operatorconditions/status\n");
    }

    @Test
    void shouldListTheRightsForAggregatedApis() {
        String served = "../bundle/src/test/resources/render/aggregated-apis";

        CommandRun run = olm("rbac", served, "--install-namespace", "ns-x", "--with", "api-services");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .contains(
                        "- apiservices\n",
                        "- v1.example.com\n",
                        "- system:auth-delegator\n",
                        "namespace: kube-system\n",
                        "- extension-apiserver-authentication-reader\n");
    }

    @Test
    void shouldSayWhyThereAreNoObjects() throws IOException {
        Files.writeString(bundle.resolve("manifests/job.yaml"), "{kind: Job, metadata: {name: j}}");

        assertThat(rbac())
                .isEqualTo(
                        new CommandRun(1, "", "olm: " + bundle + ": unsupported resource \"j\" with kind \"Job\"\n"));
    }
}
