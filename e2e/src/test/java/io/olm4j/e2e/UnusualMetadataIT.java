package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Labels;
import io.olm4j.cli.cluster.Samples;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Extensions and catalogs with metadata that is valid but rare: names that no label holds, finalizers of others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnusualMetadataIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String HOLD = "example.com/hold";

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final Samples samples = new Samples(olm.cluster().registryHost());

    @BeforeAll
    void setUp() throws Exception {
        samples.push(olm.registry());
        olm.apply(samples.installer());
        olm.apply(samples.clusterCatalog().replace("name: samples", "name: samples-" + "s".repeat(100)));
    }

    @Test
    void shouldInstallUpgradeAndDeleteAnExtensionWhoseNameNoLabelHolds() {
        // Given
        String name = "greeter-" + "g".repeat(80);
        String label = Labels.value(name);

        // When
        olm.apply(samples.clusterExtension().replace("name: greeter\n", "name: " + name + "\n"));
        extensions.awaitInstalled(name, "1.0.0");
        extensions.patchCatalogFilter(name, "{\"version\":\"1.1.0\"}");

        // Then
        extensions.awaitInstalled(name, "1.1.0");
        assertThat(InstalledState.of(olm.client(), label).objects()).isNotEmpty();
        extensions.delete(name);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(InstalledState.of(olm.client(), label))
                        .isEqualTo(new InstalledState(List.of(), List.of())));
    }

    @Test
    void shouldSayThatNothingIsInstalledWhileTheFinalizerOfAnotherHoldsTheExtension() {
        // Given
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
        Resource<ClusterExtension> extension =
                olm.client().resources(ClusterExtension.class).withName("greeter");
        Resource<ClusterObjectSet> set =
                olm.client().resources(ClusterObjectSet.class).withName("greeter-1");
        addFinalizer(extension);
        addFinalizer(set);

        // When
        extension.delete();

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(set.require().getMetadata().getFinalizers()).containsExactly(HOLD));
        assertThat(Conditions.find(set.require().statusOrEmpty().conditions(), ConditionTypes.PROGRESSING))
                .hasValueSatisfying(condition -> assertThat(condition.message())
                        .endsWith("olm4j is done with it; finalizers of others hold it: " + HOLD));
        extensions.awaitProgressing("greeter", "Deleting", "finalizers of others hold it: " + HOLD);

        // When
        removeFinalizers(set);

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(extension.require().getMetadata().getFinalizers())
                                .containsExactly(HOLD));
        ClusterExtensionStatus status = extension.require().statusOrEmpty();
        assertThat(status.install()).isNull();
        assertThat(Extensions.condition(status, ConditionTypes.INSTALLED))
                .hasValueSatisfying(condition -> assertThat(condition.status()).isEqualTo(Status.FALSE));
        removeFinalizers(extension);
    }

    private static void addFinalizer(Resource<? extends HasMetadata> resource) {
        resource.patch(
                PatchContext.of(PatchType.JSON),
                "[{\"op\":\"add\",\"path\":\"/metadata/finalizers/-\",\"value\":\"" + HOLD + "\"}]");
    }

    private static void removeFinalizers(Resource<? extends HasMetadata> resource) {
        resource.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":[]}}");
    }
}
