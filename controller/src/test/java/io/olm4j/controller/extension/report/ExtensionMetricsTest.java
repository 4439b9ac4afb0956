package io.olm4j.controller.extension.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterExtensionStatus.Install;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.controller.extension.update.ExtensionUpdate;
import io.olm4j.controller.extension.update.UpdateOffer;
import io.olm4j.upgradeedges.choice.BundleChoice;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of {@link ExtensionMetrics}. */
class ExtensionMetricsTest {

    private static final ClusterExtensionStatus MISSING = status(
            "", condition("Installed", Status.FALSE, "Failed"), condition("Progressing", Status.TRUE, "Retrying"));
    private static final ClusterExtensionStatus WELL = status(
            "1.0.0",
            condition("Installed", Status.TRUE, "Succeeded"),
            condition("Progressing", Status.TRUE, "Succeeded"),
            condition("Available", Status.TRUE, "ProbesSucceeded"),
            condition("Deprecated", Status.FALSE, "NotDeprecated"));
    private static final ClusterExtensionStatus BROKEN = status(
            "1.1.0",
            condition("Installed", Status.TRUE, "Succeeded"),
            condition("Progressing", Status.FALSE, "Blocked"),
            condition("Available", Status.UNKNOWN, "Reconciling"));

    private static final ClusterExtensionStatus DELETING = status(
            "1.1.0",
            condition("Installed", Status.UNKNOWN, "Deleting"),
            condition("Progressing", Status.TRUE, "Deleting"));

    private static final Set<String> OLDER = Set.of("olm4j.extension.installed", "olm4j.extension.abnormal");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ExtensionMetrics metrics = new ExtensionMetrics(registry);
    private final ClusterExtension extension = Serialization.unmarshal("""
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterExtension
            metadata: {name: quay, generation: 1}
            spec:
              namespace: quay
              serviceAccount: {name: installer}
              source: {sourceType: Catalog, catalog: {packageName: quay-operator}}
            """, ClusterExtension.class);

    @Test
    void shouldTellWhatIsInstalledAndWhatIsAbnormal() {
        // When
        passed(new Outcome.Retrying("x"), ClusterExtensionStatus.EMPTY, MISSING);

        // Then
        assertThat(gauges())
                .containsExactlyInAnyOrder(
                        "olm4j.extension.installed{extension=quay,package=quay-operator,version=} 0",
                        "olm4j.extension.abnormal{condition=Installed,extension=quay,reason=Failed,version=} 1",
                        "olm4j.extension.abnormal{condition=Progressing,extension=quay,reason=Retrying,version=} 1");

        // When
        passed(new Outcome.RevisionInPlace(), MISSING, WELL);

        // Then
        assertThat(gauges())
                .containsExactly("olm4j.extension.installed{extension=quay,package=quay-operator,version=1.0.0} 1");
        assertThat(upgrades()).isZero();

        // When
        passed(new Outcome.Blocked("Blocked", "x"), WELL, BROKEN);
        passed(new Outcome.Blocked("Blocked", "x"), BROKEN, BROKEN);

        // Then
        assertThat(gauges())
                .containsExactlyInAnyOrder(
                        "olm4j.extension.installed{extension=quay,package=quay-operator,version=1.1.0} 1",
                        "olm4j.extension.abnormal{condition=Progressing,extension=quay,reason=Blocked,version=1.1.0} 1",
                        "olm4j.extension.abnormal{condition=Available,extension=quay,reason=Reconciling,"
                                + "version=1.1.0} 1");
        assertThat(upgrades()).isEqualTo(1);
        assertThat(registry.counter("olm4j.extension.reconciliations", "extension", "quay", "outcome", "blocked")
                        .count())
                .isEqualTo(2);
    }

    @Test
    void shouldTellTheStatusOfAnExtensionThatIsBeingDeleted() {
        // Given
        passed(new Outcome.Retrying("x"), WELL, BROKEN);

        // When
        metrics.deleting(extension, DELETING);

        // Then
        assertThat(gauges())
                .containsExactlyInAnyOrder(
                        "olm4j.extension.installed{extension=quay,package=quay-operator,version=1.1.0} 0",
                        "olm4j.extension.abnormal{condition=Installed,extension=quay,reason=Deleting,version=1.1.0} 1",
                        "olm4j.extension.abnormal{condition=Progressing,extension=quay,reason=Deleting,"
                                + "version=1.1.0} 1");
        assertThat(registry.find("olm4j.extension.update.available").gauge()).isNull();
        assertThat(registry.get("olm4j.extension.info").gauge().value()).isEqualTo(1);

        // When
        metrics.forget("quay");

        // Then
        assertThat(registry.find("olm4j.extension.abnormal").gauges()).isEmpty();
    }

    @Test
    void shouldTellNothingOfAnExtensionThatIsGone() {
        passed(new Outcome.RevisionInPlace(), MISSING, WELL);

        metrics.forget("quay");

        assertThat(registry.getMeters())
                .extracting(meter -> meter.getId().getName())
                .containsExactly("olm4j.extension.upgrades");
    }

    @Test
    void shouldMeasureChoicesByTheirOutcome() {
        metrics.timed(() -> new BundleChoice.Invalid("x"));
        metrics.timed(() -> new BundleChoice.Invalid("x"));

        assertThat(registry.get("olm4j.resolution.duration")
                        .tag("outcome", "failed")
                        .timer()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void shouldHaveTheNamesThatTheDocumentationTells() {
        var prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var scraped = new ExtensionMetrics(prometheus);

        scraped.passed(pass(new Outcome.RevisionInPlace(), MISSING, WELL));
        scraped.passed(pass(new Outcome.Blocked("Blocked", "x"), WELL, BROKEN));
        scraped.timed(() -> new BundleChoice.Invalid("x"));

        assertThat(prometheus.scrape())
                .contains("olm4j_extension_installed{extension=\"quay\",package=\"quay-operator\",version=\"1.1.0\"} 1")
                .doesNotContain("version=\"1.0.0\"")
                .contains("olm4j_extension_abnormal{condition=\"Available\",extension=\"quay\",")
                .contains("olm4j_extension_reconciliations_total{extension=\"quay\",outcome=\"blocked\"} 1")
                .contains("olm4j_extension_info{bundle=\"quay.v1.1.0\",extension=\"quay\",package=\"quay-operator\","
                        + "version=\"1.1.0\"} 1")
                .contains("olm4j_extension_condition{extension=\"quay\",status=\"False\",type=\"Progressing\"} 1")
                .contains("olm4j_extension_condition{extension=\"quay\",status=\"True\",type=\"Progressing\"} 0")
                .contains("olm4j_extension_condition{extension=\"quay\",status=\"Unknown\",type=\"Available\"} 1")
                .doesNotContain("type=\"Deprecated\"")
                .contains("olm4j_extension_last_upgrade_timestamp_seconds{extension=\"quay\"} 1.7E9")
                .contains("olm4j_extension_update_available{extension=\"quay\"} 1")
                .contains("olm4j_extension_update_held_back{extension=\"quay\",reason=\"blocked\"} 1")
                .contains("olm4j_extension_upgrades_total 1")
                .contains("olm4j_resolution_duration_seconds{outcome=\"failed\",quantile=\"0.95\"}")
                .contains("olm4j_resolution_duration_seconds_count{outcome=\"failed\"} 1");
    }

    private void passed(Outcome outcome, ClusterExtensionStatus before, ClusterExtensionStatus after) {
        metrics.passed(pass(outcome, before, after));
    }

    private ReconciledExtension pass(Outcome outcome, ClusterExtensionStatus before, ClusterExtensionStatus after) {
        return new ReconciledExtension(
                extension,
                outcome,
                before,
                after,
                Optional.of(new ExtensionUpdate(
                        Optional.of(new UpdateOffer("p.v2.0.0", "2.0.0", "a")),
                        Optional.of(ExtensionUpdate.HeldBackBy.BLOCKED))),
                Optional.of(Instant.ofEpochSecond(1_700_000_000)));
    }

    private double upgrades() {
        return registry.counter("olm4j.extension.upgrades").count();
    }

    private Stream<String> gauges() {
        return registry.getMeters().stream()
                .filter(Gauge.class::isInstance)
                .filter(meter -> OLDER.contains(meter.getId().getName()))
                .map(meter -> text(meter.getId()) + " " + (int) ((Gauge) meter).value());
    }

    private static String text(Meter.Id id) {
        return id.getName() + "{"
                + String.join(
                        ",",
                        id.getTags().stream()
                                .map(tag -> tag.getKey() + "=" + tag.getValue())
                                .toList())
                + "}";
    }

    private static ClusterExtensionStatus status(String version, Condition... conditions) {
        Install install = version.isEmpty() ? null : new Install(new BundleMetadata("quay.v" + version, version, null));
        return new ClusterExtensionStatus(List.of(conditions), install, List.of());
    }

    private static Condition condition(String type, Status status, String reason) {
        return new Condition(type, status, reason, "", 1, "2026-01-01T00:00:00Z");
    }
}
