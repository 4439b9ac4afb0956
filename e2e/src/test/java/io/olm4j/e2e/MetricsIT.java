package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogd.Catalogd;
import io.olm4j.catalogd.CatalogdOptions;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.controller.Controller;
import io.olm4j.controller.ControllerOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What catalogd and the controller tell in metrics while an operator is installed, upgraded and removed. */
class MetricsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void shouldFollowAnExtensionFromItsInstallationToItsEnd(@TempDir Path cache) throws Exception {
        // Given
        OlmCluster olm = OlmCluster.empty();
        Extensions extensions = new Extensions(olm.client());
        Samples samples = new Samples(olm.cluster().registryHost());
        samples.push(olm.registry());
        olm.stop();
        try (KubernetesClient catalogd = client(olm, "catalogd-controller-manager");
                KubernetesClient controller = client(olm, "operator-controller-controller-manager");
                var _ = Catalogd.start(
                        catalogd, CatalogdOptions.in(cache.resolve("catalogd")).withMeters(meters));
                var _ = Controller.start(
                        controller,
                        ControllerOptions.of(cache.resolve("controller"), "olmv1-system")
                                .withMeters(meters))) {
            // When
            olm.apply(samples.clusterCatalog());
            olm.apply(samples.installer());
            olm.apply(samples.clusterExtension());
            extensions.awaitInstalled("greeter", "1.0.0");

            // Then
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(value(installed("1.0.0"))).isEqualTo(1);
                assertThat(abnormal()).isNull();
            });
            assertThat(value(meters.find("catalogd.catalog.serving")
                            .tag("catalog", "samples")
                            .gauge()))
                    .isEqualTo(1);
            assertThat(meters.get("olm4j.resolution.duration")
                            .tag("outcome", "succeeded")
                            .timer()
                            .count())
                    .isPositive();

            // When
            extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.0\"}");
            extensions.awaitInstalled("greeter", "1.1.0");

            // Then
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(value(installed("1.1.0"))).isEqualTo(1);
                assertThat(installed("1.0.0")).isNull();
                assertThat(abnormal()).isNull();
            });
            assertThat(meters.counter("olm4j.extension.upgrades").count()).isEqualTo(1);

            // When
            extensions.patchCatalogFilter("greeter", "{\"version\":\"9.9.9\"}");

            // Then
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(abnormal())
                            .isNotNull()
                            .extracting(gauge -> gauge.getId().getTag("reason"))
                            .isEqualTo("Retrying"));

            // When
            extensions.delete("greeter");

            // Then
            await().atMost(PATIENCE)
                    .until(() -> meters.find("olm4j.extension.installed").gauge() == null);
            assertThat(meters.getMeters())
                    .noneMatch(meter -> "greeter".equals(meter.getId().getTag("extension")));
        }
    }

    private @Nullable Gauge installed(String version) {
        return meters.find("olm4j.extension.installed")
                .tags("extension", "greeter", "package", "greeter-operator", "version", version)
                .gauge();
    }

    private @Nullable Gauge abnormal() {
        return meters.find("olm4j.extension.abnormal")
                .tag("extension", "greeter")
                .gauge();
    }

    private static double value(@Nullable Gauge gauge) {
        return gauge == null ? Double.NaN : gauge.value();
    }

    private static KubernetesClient client(OlmCluster olm, String account) {
        return olm.cluster().clientForServiceAccount("olmv1-system", account);
    }
}
