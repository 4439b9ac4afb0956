package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Watch;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Labels;
import io.olm4j.applier.content.PackedSecrets;
import io.olm4j.cli.cluster.Samples;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** The life of one extension, from a user's point of view: installed, healed, upgraded along the edges, deleted. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SampleOperatorIT {

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());

    @BeforeAll
    void setUp() throws Exception {
        var samples = new Samples(olm.cluster().registryHost());
        samples.push(olm.registry());
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.installer());
        olm.apply(samples.clusterExtension());
    }

    @Test
    @Order(1)
    void shouldInstallTheHighestVersionInTheRange() {
        extensions.awaitInstalled("greeter", "1.0.0");

        assertThat(extensions.installed("greeter").map(BundleMetadata::name)).hasValue("greeter-operator.v1.0.0");
        extensions.assertDeploymentsAvailable("greeter");
    }

    @Test
    @Order(2)
    void shouldChangeNothingWhenTheControllersRestart() {
        assertThatNothingChanges(olm::restart, "Strict");
    }

    @Test
    @Order(2)
    void shouldChangeNothingWhenTheControllerRestartsWithoutItsCatalogs() {
        assertThatNothingChanges(olm::restartWithoutCatalogs, "None");
    }

    /** @param crdUpgradeSafety a change of the spec that concerns no revision */
    private void assertThatNothingChanges(Runnable restart, String crdUpgradeSafety) {
        // The test before may have changed the spec.
        extensions.awaitProgressingOfThisGeneration("greeter", "Succeeded", "has rolled out");
        ClusterExtension before = extension();
        List<String> setsBefore = resourceVersions();
        var seen = new CopyOnWriteArrayList<ClusterExtension>();
        try (Watch _ = olm.client()
                .resources(ClusterExtension.class)
                .withName("greeter")
                .watch(new Collecting(seen))) {

            restart.run();

            // A change that is taken up means that what came before it has been, and the watch keeps the order.
            extensions.enforceCrdUpgradeSafety("greeter", crdUpgradeSafety);
            await().atMost(Duration.ofMinutes(2))
                    .untilAsserted(() -> assertThat(seen)
                            .anySatisfy(e -> assertThat(Extensions.condition(e.statusOrEmpty(), "Progressing"))
                                    .hasValueSatisfying(c -> assertThat(c.observedGeneration())
                                            .isGreaterThan(before.getMetadata().getGeneration()))));
        }
        assertThat(seen)
                .filteredOn(e -> Objects.equals(
                        e.getMetadata().getGeneration(), before.getMetadata().getGeneration()))
                .extracting(e -> e.getMetadata().getResourceVersion())
                .containsOnly(before.getMetadata().getResourceVersion());
        assertThat(resourceVersions()).isEqualTo(setsBefore);
    }

    @Test
    @Order(3)
    void shouldHealWhatSomebodyDeletes() {
        Deployment before = extensions.deployments("greeter").getFirst();

        olm.client().resource(before).delete();

        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            assertThat(extensions.deployments("greeter"))
                    .singleElement()
                    .satisfies(after -> assertThat(after.getMetadata().getUid())
                            .isNotEqualTo(before.getMetadata().getUid()));
            extensions.assertDeploymentsAvailable("greeter");
        });
    }

    @Test
    @Order(3)
    void shouldHealAlsoWhenTheSecretsWithItsObjectsAreLost() {
        var secrets = olm.client()
                .secrets()
                .inNamespace("olmv1-system")
                .withLabel(Labels.REVISION_NAME, "greeter-1")
                .withField("type", PackedSecrets.TYPE);
        assertThat(secrets.list().getItems()).isNotEmpty();
        Deployment before = extensions.deployments("greeter").getFirst();

        secrets.delete();
        olm.client().resource(before).delete();

        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            assertThat(extensions.deployments("greeter"))
                    .singleElement()
                    .satisfies(after -> assertThat(after.getMetadata().getUid())
                            .isNotEqualTo(before.getMetadata().getUid()));
            extensions.assertDeploymentsAvailable("greeter");
        });
        extensions.awaitInstalled("greeter", "1.0.0");
        assertThat(revisions())
                .singleElement()
                .satisfies(set -> assertThat(secrets.list().getItems())
                        .isNotEmpty()
                        .allSatisfy(secret -> assertThat(Annotations.text(secret, Annotations.REVISION_UID))
                                .isEqualTo(set.getMetadata().getUid())));
    }

    @Test
    @Order(4)
    void shouldFollowTheUpgradeEdgesWhenTheRangeWidens() {
        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.x\"}");

        extensions.awaitInstalled("greeter", "1.2.0");

        // A predecessor is archived once the success of its successor is on record.
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(revisions())
                        .extracting(set -> set.getSpec().lifecycleState())
                        .containsExactly(LifecycleState.ARCHIVED, LifecycleState.ARCHIVED, LifecycleState.ACTIVE));
        assertThat(revisions())
                .extracting(set -> set.getMetadata().getAnnotations().get("olm.operatorframework.io/bundle-version"))
                .containsExactly("1.0.0", "1.1.0", "1.2.0");
        extensions.assertDeploymentsAvailable("greeter");
    }

    @Test
    @Order(5)
    void shouldTakeASkipRangeAsAnEdge() {
        extensions.patchCatalogFilter("greeter", "{\"version\":null}");

        extensions.awaitInstalled("greeter", "2.0.0");
    }

    @Test
    @Order(6)
    void shouldStayWhereNoEdgeLeadsBack() {
        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.0\"}");

        extensions.awaitProgressing(
                "greeter",
                "Retrying",
                "error upgrading from currently installed version \"2.0.0\": no bundles found for package"
                        + " \"greeter-operator\" matching version \"1.1.0\" in channels [stable]. ",
                "set spec.source.catalog.upgradeConstraintPolicy to SelfCertified");
        assertThat(extensions.installed("greeter").map(BundleMetadata::version)).hasValue("2.0.0");
        extensions.assertDeploymentsAvailable("greeter");
    }

    @Test
    @Order(7)
    void shouldGoBackWhenTheUserCertifiesIt() {
        // The CustomResourceDefinition of 1.1.0 lacks a field.
        extensions.allowUnsafeCrdUpgrades("greeter");
        extensions.patchCatalogFilter("greeter", "{\"upgradeConstraintPolicy\":\"SelfCertified\"}");

        extensions.awaitInstalled("greeter", "1.1.0");
    }

    @Test
    @Order(8)
    void shouldRemoveWhatItInstalled() {
        extensions.delete("greeter");

        assertThat(revisions()).isEmpty();
        assertThat(extensions.deployments("greeter")).isEmpty();
        assertThat(olm.client()
                        .apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("greetings.greeter.olm4j.io")
                        .get())
                .isNull();
        assertThat(olm.client()
                        .rbac()
                        .clusterRoles()
                        .withLabel(Labels.OWNER_NAME, "greeter")
                        .list()
                        .getItems())
                .isEmpty();
        assertThat(olm.client().namespaces().withName("greeter").get()).isNotNull();
    }

    private ClusterExtension extension() {
        return olm.client()
                .resources(ClusterExtension.class)
                .withName("greeter")
                .get();
    }

    private List<String> resourceVersions() {
        return revisions().stream()
                .map(set -> set.getMetadata().getResourceVersion())
                .toList();
    }

    private List<ClusterObjectSet> revisions() {
        return olm.client().resources(ClusterObjectSet.class).list().getItems().stream()
                .sorted((a, b) ->
                        Long.compare(a.getSpec().revision(), b.getSpec().revision()))
                .toList();
    }
}
