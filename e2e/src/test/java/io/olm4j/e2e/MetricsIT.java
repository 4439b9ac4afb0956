package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.olm4j.api.ClusterExtension;
import io.olm4j.catalogd.Catalogd;
import io.olm4j.catalogd.CatalogdOptions;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.controller.Controller;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.process.apiserver.ApiRequestMetrics;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.process.metrics.ProcessMetrics;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What catalogd and the controller tell in metrics while an operator is installed, upgraded and removed. */
class MetricsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final PrometheusMeterRegistry meters = ProcessMetrics.registry("1.2.3", "abc");
    private final DocumentedMetrics documented = new DocumentedMetrics();

    @Test
    void shouldFollowAnExtensionFromItsInstallationToItsEnd(@TempDir Path cache) throws Exception {
        // Given
        OlmCluster olm = OlmCluster.empty();
        Extensions extensions = new Extensions(olm.client());
        Samples samples = new Samples(olm.cluster().registryHost());
        samples.push(olm.registry());
        olm.stop();
        ProcessMetrics.leadership(meters, "catalogd-operator-lock", () -> true);
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
                assertThat(info("1.0.0")).isEqualTo(1);
                assertThat(condition("Available", "True")).isEqualTo(1);
                assertThat(condition("Available", "False")).isZero();
                // The wanted version is not the newest.
                assertThat(gauge("olm4j.extension.update.available", "extension", "greeter"))
                        .isEqualTo(1);
                assertThat(gauge("olm4j.extension.update.held.back", "extension", "greeter", "reason", "version"))
                        .isEqualTo(1);
                assertThat(upgradedAt()).isBetween(1.7e9, System.currentTimeMillis() / 1e3 + 1);
            });
            double installedAt = upgradedAt();
            assertThat(gauge("catalogd.catalog.last.poll.timestamp.seconds", "catalog", "samples"))
                    .isBetween(1.7e9, System.currentTimeMillis() / 1e3 + 1);
            assertThat(value(meters.find("catalogd.catalog.serving")
                            .tag("catalog", "samples")
                            .gauge()))
                    .isEqualTo(1);
            assertThat(meters.get("olm4j.resolution.duration")
                            .tag("outcome", "succeeded")
                            .timer()
                            .count())
                    .isPositive();

            documented.scrape(meters);

            // When
            extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.0\"}");
            extensions.awaitInstalled("greeter", "1.1.0");

            // Then
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(value(installed("1.1.0"))).isEqualTo(1);
                assertThat(installed("1.0.0")).isNull();
                assertThat(abnormal()).isNull();
                assertThat(info("1.0.0")).isNaN();
                assertThat(info("1.1.0")).isEqualTo(1);
                assertThat(upgradedAt()).isGreaterThanOrEqualTo(installedAt);
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

            documented.scrape(meters);
            documented.assertComplete();

            // When a deletion waits
            Resource<GenericKubernetesResource> greeting = olm.greetingWithFinalizer();
            olm.client().resources(ClusterExtension.class).withName("greeter").delete();

            // Then
            await().atMost(PATIENCE).untilAsserted(() -> {
                assertThat(gauge(
                                "olm4j.extension.abnormal",
                                "extension",
                                "greeter",
                                "condition",
                                "Progressing",
                                "reason",
                                "Deleting"))
                        .isEqualTo(1);
                assertThat(value(installed("1.1.0"))).isZero();
                assertThat(condition("Installed", "Unknown")).isEqualTo(1);
                assertThat(gauge("olm4j.extension.update.available", "extension", "greeter"))
                        .isNaN();
            });
            assertThat(meters.find("olm4j.extension.abnormal")
                            .tags("extension", "greeter", "reason", "Retrying")
                            .gauge())
                    .isNull();

            // When
            greeting.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");

            // Then
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(meters.getMeters())
                            .noneMatch(meter -> "greeter".equals(meter.getId().getTag("extension"))));
        }
    }

    private @Nullable Gauge installed(String version) {
        return meters.find("olm4j.extension.installed")
                .tags("extension", "greeter", "package", "greeter-operator", "version", version)
                .gauge();
    }

    private double info(String version) {
        return gauge("olm4j.extension.info", "extension", "greeter", "version", version);
    }

    private double upgradedAt() {
        return gauge("olm4j.extension.last.upgrade.timestamp.seconds", "extension", "greeter");
    }

    private double condition(String type, String status) {
        return gauge("olm4j.extension.condition", "extension", "greeter", "type", type, "status", status);
    }

    private double gauge(String name, String... tags) {
        return value(meters.find(name).tags(tags).gauge());
    }

    private @Nullable Gauge abnormal() {
        return meters.find("olm4j.extension.abnormal")
                .tag("extension", "greeter")
                .gauge();
    }

    private static double value(@Nullable Gauge gauge) {
        return gauge == null ? Double.NaN : gauge.value();
    }

    /** That of a process, whose requests are counted. */
    private KubernetesClient client(OlmCluster olm, String account) {
        return new ApiServerHttp(new ApiRequestMetrics(meters))
                .newClient(olm.cluster()
                        .clientForServiceAccount("olmv1-system", account)
                        .getConfiguration());
    }
}
