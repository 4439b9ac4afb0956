package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.cli.cluster.Samples;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** An operator that supports OpenShift up to 4.19 blocks the upgrade of a cluster that runs 4.19, and no other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterUpgradeGateIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String BLOCKED =
            "Found ClusterExtensions that require upgrades prior to upgrading cluster to version 4.20: bundle"
                    + " \"greeter-operator.v1.0.0\" for ClusterExtension \"greeter\" (supports OpenShift up to 4.19).";

    private static final String BLOCKED_BEYOND_4_21 =
            "Found ClusterExtensions that require upgrades prior to upgrading cluster to version 4.22: bundle"
                    + " \"greeter-operator.v1.1.0\" for ClusterExtension \"greeter\" (supports OpenShift up to 4.21).";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final OlmCluster olm = OlmCluster.empty(options -> options.withMeters(meters));
    private final Extensions extensions = new Extensions(olm.client());
    private final OpenShift openShift = new OpenShift(olm.client());

    @BeforeAll
    void install() throws Exception {
        var samples = new Samples(olm.cluster().registryHost());
        olm.apply(samples.installer());
        LimitedOperators.apply(olm, "\"4.19\"", "\"4.21\"");
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @AfterAll
    void removeKinds() {
        openShift.remove();
    }

    @Test
    @Order(1)
    void shouldSayNothingOutsideOfOpenShift() {
        assertThat(Extensions.condition(extensions.status("greeter"), ConditionTypes.CLUSTER_UPGRADEABLE))
                .isEmpty();
    }

    @Test
    @Order(2)
    void shouldBlockTheUpgradeThatAnInstalledOperatorDoesNotSupport() {
        openShift.serve();
        openShift.run("4.19.5");

        awaitUpgradeable("False", "IncompatibleOperatorsInstalled", BLOCKED);
        assertThat(blockers()).isEqualTo(1);
        assertThat(openShift.condition("Available").orElseThrow()).containsEntry("status", "True");
        assertThat(openShift.condition("Progressing").orElseThrow()).containsEntry("status", "False");
        assertThat(openShift.condition("Degraded").orElseThrow()).containsEntry("status", "False");
        assertThat(openShift.clusterOperator().orElseThrow().<List<Map<String, String>>>get("status", "versions"))
                .contains(Map.of("name", "operator", "version", "4.19.5"));
        assertThat(openShift.clusterOperator().orElseThrow().<List<Map<String, String>>>get("status", "relatedObjects"))
                .contains(Map.of("group", "", "resource", "namespaces", "name", "olmv1-system"));
        awaitExtension(
                Condition.Status.FALSE, "blocks cluster upgrades beyond 4.19; 1.1.0 in channel stable would not");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(olm.client()
                                .resources(Event.class)
                                .inNamespace("default")
                                .list()
                                .getItems())
                        .filteredOn(event -> "ClusterUpgradeBlocked".equals(event.getReason())
                                && "blocks cluster upgrades beyond 4.19; 1.1.0 in channel stable would not"
                                        .equals(event.getNote()))
                        .singleElement()
                        .satisfies(event ->
                                assertThat(event.getRegarding().getName()).isEqualTo("greeter")));
    }

    @Test
    @Order(3)
    void shouldFollowTheVersionOfTheCluster() {
        openShift.run("4.18.20");

        awaitUpgradeable("True", "AsExpected", null);
        awaitExtension(Condition.Status.TRUE, "supports OpenShift up to 4.19");
        assertThat(blockers()).isZero();

        openShift.run("unknown");

        awaitUpgradeable(
                "False",
                "ErrorCheckingOperatorCompatibility",
                "Encountered errors while checking compatibility with the next minor version of OpenShift: cluster"
                        + " version has invalid desired release version: unknown");
        assertThat(blockers()).isEqualTo(1);

        openShift.run("4.19.0-rc.3");

        awaitUpgradeable("False", "IncompatibleOperatorsInstalled", BLOCKED);
    }

    @Test
    @Order(4)
    void shouldFollowManyVersionsInARow() {
        for (int patch = 1; patch <= 12; patch++) {
            openShift.run("4.19." + patch);
            awaitOperatorVersion("4.19." + patch);
        }
    }

    @Test
    @Order(5)
    void shouldRestoreWhatSomebodyEditsAndKeepTheConditionsOfOthers() {
        openShift.overwriteConditions("""
                [{"type":"Upgradeable","status":"True","reason":"ByHand","lastTransitionTime":"2026-01-01T00:00:00Z"},
                 {"type":"Other","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z"}]""");

        awaitUpgradeable("False", "IncompatibleOperatorsInstalled", BLOCKED);
        assertThat(openShift.condition("Other")).isPresent();
        assertThat(openShift.condition("Available")).isPresent();
    }

    @Test
    @Order(6)
    void shouldWriteNothingAtRest() {
        GenericKubernetesResource before = openShift.clusterOperator().orElseThrow();
        extensions.enforceCrdUpgradeSafety("greeter", "Strict");

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(Extensions.condition(extensions.status("greeter"), ConditionTypes.PROGRESSING))
                                .hasValueSatisfying(
                                        c -> assertThat(c.observedGeneration()).isGreaterThan(1)));
        await().during(Duration.ofSeconds(3))
                .atMost(PATIENCE)
                .until(() -> openShift
                        .clusterOperator()
                        .orElseThrow()
                        .getMetadata()
                        .getResourceVersion()
                        .equals(before.getMetadata().getResourceVersion()));
    }

    @Test
    @Order(7)
    void shouldBlockAgainAfterARestart() {
        olm.stop();
        openShift.overwriteConditions("[]");

        olm.restart();

        awaitUpgradeable("False", "IncompatibleOperatorsInstalled", BLOCKED);
    }

    @Test
    @Order(8)
    void shouldAllowTheUpgradeOnceTheOperatorSupportsIt() {
        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.0\"}");
        extensions.awaitInstalled("greeter", "1.1.0");

        awaitUpgradeable("True", "AsExpected", null);
        awaitExtension(Condition.Status.TRUE, "supports OpenShift up to 4.21");
    }

    @Test
    @Order(9)
    void shouldFallSilentWithoutTheKindsAndStartAgainWithThem() {
        openShift.remove();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Extensions.condition(extensions.status("greeter"), ConditionTypes.CLUSTER_UPGRADEABLE))
                        .isEmpty());

        openShift.serve();
        openShift.run("4.21.1");

        awaitUpgradeable("False", "IncompatibleOperatorsInstalled", BLOCKED_BEYOND_4_21);
        awaitExtension(
                Condition.Status.FALSE,
                "blocks cluster upgrades beyond 4.21; no version that the selected catalogs offer as an upgrade"
                        + " supports 4.22");
    }

    @Test
    @Order(10)
    void shouldBlockWhileADeletionWaitsAndTheOperatorRuns() throws Exception {
        Resource<GenericKubernetesResource> greeting = olm.greetingWithFinalizer();
        olm.client().resources(ClusterExtension.class).withName("greeter").delete();
        extensions.awaitProgressing("greeter", "Deleting", "revision greeter-");

        // The gate computes the conditions anew.
        openShift.overwriteConditions("[]");
        awaitUpgradeable("False", "IncompatibleOperatorsInstalled", BLOCKED_BEYOND_4_21);
        OlmProcess.Result check = OlmProcess.on(olm).run("cluster-upgrade", "check", "--to", "4.22");
        assertThat(check.exitCode()).as(check.errors()).isEqualTo(1);
        assertThat(check.output()).contains("greeter-operator.v1.1.0   supports OpenShift up to 4.21");
        await().atMost(PATIENCE).until(() -> greeting.require().isMarkedForDeletion());
        assertThat(extensions.deployments("greeter")).isNotEmpty();

        greeting.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
        awaitUpgradeable("True", "AsExpected", null);
    }

    private double blockers() {
        return meters.get("olm.cluster.upgrade.blockers").gauge().value();
    }

    private void awaitOperatorVersion(String version) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(openShift
                                .clusterOperator()
                                .orElseThrow()
                                .<List<Map<String, String>>>get("status", "versions"))
                        .contains(Map.of("name", "operator", "version", version)));
    }

    private void awaitUpgradeable(String status, String reason, @Nullable String message) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(openShift.condition("Upgradeable"))
                        .hasValueSatisfying(condition -> {
                            assertThat(condition)
                                    .containsEntry("status", status)
                                    .containsEntry("reason", reason);
                            assertThat(condition.get("message")).isEqualTo(message);
                        }));
    }

    private void awaitExtension(Condition.Status status, String message) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Extensions.condition(extensions.status("greeter"), ConditionTypes.CLUSTER_UPGRADEABLE))
                        .hasValueSatisfying(condition -> {
                            assertThat(condition.status()).isEqualTo(status);
                            assertThat(condition.message()).isEqualTo(message);
                        }));
    }
}
