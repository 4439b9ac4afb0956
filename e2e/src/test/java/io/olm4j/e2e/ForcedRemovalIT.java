package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.api.ClusterExtension;
import io.olm4j.testsupport.TcpRelay;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An extension that somebody removes by force, without its finalizer, while the controller works on it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForcedRemovalIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String NAME = "forced";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final OlmCluster olm = OlmCluster.empty(options -> options.withMeters(meters));
    private final Extensions extensions = new Extensions(olm.client());
    private final TcpRelay registry =
            TcpRelay.to(Integer.parseInt(olm.cluster().registryHost().replaceFirst(".*:", "")));

    /** The registry answers each time that it does not have the image, so the status stays the same. */
    @BeforeAll
    void offerABundleWithoutImage() throws Exception {
        extensions.createInstaller(NAME);
        olm.applyCatalog(NAME, """
                ---
                {schema: olm.package, name: forced, defaultChannel: stable}
                ---
                {schema: olm.channel, package: forced, name: stable, entries: [{name: forced.v1.0.0}]}
                ---
                schema: olm.bundle
                package: forced
                name: forced.v1.0.0
                image: %s/forced/missing:v1
                properties: [{type: olm.package, value: {packageName: forced, version: 1.0.0}}]
                """.formatted(registry.address()));
    }

    @AfterAll
    void close() {
        registry.close();
    }

    @Test
    void shouldLeaveNoMetricsOfAnExtensionThatIsRemovedDuringItsPass() {
        // Given
        olm.apply("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: forced}
                spec:
                  namespace: forced
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: forced}}
                """);
        extensions.awaitProgressing(NAME, "Retrying", "/forced/missing: name unknown");
        await().atMost(PATIENCE).until(() -> passes() == 0);
        assertThat(metersOfTheExtension()).isNotEmpty();
        registry.become(TcpRelay.State.STALLED);
        await().atMost(PATIENCE).until(() -> passes() == 1);

        // When
        olm.client().resources(ClusterExtension.class).withName(NAME).delete();
        olm.client()
                .resources(ClusterExtension.class)
                .withName(NAME)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(metersOfTheExtension()).isEmpty());
        assertThat(passes()).as("the pass that began before").isEqualTo(1);

        // When
        registry.become(TcpRelay.State.PASSING);

        // Then
        await().atMost(PATIENCE).until(() -> passes() == 0);
        assertThat(metersOfTheExtension()).isEmpty();
    }

    /** The number of passes of the reconciler of extensions that run. */
    private int passes() {
        return (int) meters.get("controller.runtime.active.workers")
                .tag("controller", "controller-operator-cluster-extension-controller")
                .gauge()
                .value();
    }

    private List<Meter.Id> metersOfTheExtension() {
        return meters.getMeters().stream()
                .map(Meter::getId)
                .filter(id -> NAME.equals(id.getTag("extension")))
                .toList();
    }
}
