package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.localcluster.FreePort;
import io.olm4j.testsupport.OlmRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** {@code olm doctor} on a cluster whose controllers run as processes: first all is well, then much is broken. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DoctorIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final OlmCluster olm = OlmCluster.withoutControllers();
    private final OlmProcess program = OlmProcess.on(olm);

    private Path scratch = Path.of("");

    @SuppressWarnings("NullAway.Init") // set before the tests
    private OlmRun catalogd;

    private final List<OlmRun> running = new ArrayList<>();

    @BeforeAll
    void install(@TempDir Path directory) throws Exception {
        scratch = directory;
        Samples samples = new Samples(olm.cluster().registryHost());
        samples.push(olm.registry());
        String address = FreePort.address();
        catalogd = OlmServer.start(
                olm.cluster(),
                scratch.resolve("catalogd"),
                "catalogd",
                "--leader-elect",
                "--catalogs-server-addr=" + address,
                "--external-address=" + address);
        running.add(catalogd);
        running.add(
                OlmServer.start(olm.cluster(), scratch.resolve("controller"), "operator-controller", "--leader-elect"));
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.installer());
        olm.apply(samples.clusterExtension());
        new Extensions(olm.client()).awaitInstalled("greeter", "1.0.0");
    }

    @AfterAll
    void stop() {
        running.reversed().forEach(OlmRun::close);
    }

    @Test
    @Order(1)
    void shouldFindNothingOnAHealthyCluster() throws Exception {
        OlmProcess.Result healthy = program.run("doctor");

        assertThat(healthy.exitCode()).as("%s", healthy).isZero();
        assertThat(healthy.output().lines())
                .hasSize(13)
                .allSatisfy(line -> assertThat(line).startsWith("ok "));
        assertThat(healthy.output())
                .containsPattern("catalogd +\\S+ leads")
                .containsPattern("operator-controller +\\S+ leads")
                .containsPattern("extensions +1 ClusterExtension, each is healthy or rolls out");
    }

    @Test
    @Order(1)
    void shouldNameTheRightsThatTheUserLacks() throws Exception {
        Path kubeconfig = Files.writeString(
                scratch.resolve("kubeconfig"), olm.cluster().kubeconfigForServiceAccount("greeter", "default"));

        OlmProcess.Result powerless = program.run("doctor", "--kubeconfig", kubeconfig.toString());

        assertThat(powerless.exitCode()).as("%s", powerless).isZero();
        assertThat(powerless.output())
                .containsPattern(
                        "unknown +catalogs +the API server refuses: .* cannot list resource" + " \"clustercatalogs\"")
                .containsPattern("unknown +certificates +the API server refuses: .* \"secrets\"");
    }

    @Test
    @Order(2)
    void shouldFindWhatIsBrokenAndSayWhatToDo() throws Exception {
        // Given
        breakCatalog();
        catalogd.stop();
        olm.client()
                .admissionRegistration()
                .v1()
                .validatingAdmissionPolicyBindings()
                .withName("operator-controller-status")
                .delete();
        olm.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: operator-controller-cluster-admin-rolebinding}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects:
                  - {kind: ServiceAccount, name: operator-controller-controller-manager, namespace: olmv1-system}
                """);

        // When
        OlmProcess.Result broken = program.run("doctor");

        // Then
        assertThat(broken.exitCode()).as("%s", broken).isEqualTo(1);
        assertThat(broken.output())
                .containsPattern("PROBLEM +policy-bindings +these ValidatingAdmissionPolicyBindings do not exist, so"
                        + " that their policies have no effect: operator-controller-status\n +next: kubectl apply")
                .containsPattern("PROBLEM +catalogd +no replica leads: .*\n +next: olm run --leader-elect --only"
                        + " catalogd\n")
                .containsPattern("PROBLEM +catalogs +samples: it is stale, its content is of .*\n +next: kubectl"
                        + " describe clustercatalog samples\n")
                .containsPattern("WARNING +original +the ClusterRoleBinding"
                        + " operator-controller-cluster-admin-rolebinding .*\n +next: kubectl delete"
                        + " clusterrolebinding operator-controller-cluster-admin-rolebinding\n")
                .containsPattern("ok +operator-controller +\\S+ leads");
        assertThat(program.run("doctor", "-o", "jsonpath={[?(@.result==\"problem\")].check}")
                        .output())
                .isEqualTo("policy-bindings catalogd catalogs");
    }

    private void breakCatalog() {
        var catalog = olm.client().resources(ClusterCatalog.class).withName("samples");
        catalog.patch(
                PatchContext.of(PatchType.JSON_MERGE),
                "{\"spec\":{\"source\":{\"image\":{\"ref\":\"" + olm.cluster().registryHost() + "/olm4j/none:1\"}}}}");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Conditions.find(catalog.get().statusOrEmpty().conditions(), ConditionTypes.PROGRESSING))
                        .hasValueSatisfying(
                                condition -> assertThat(condition.reason()).isEqualTo("Retrying")));
    }
}
