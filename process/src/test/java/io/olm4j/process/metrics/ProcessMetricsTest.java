package io.olm4j.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests of {@link ProcessMetrics} as Prometheus sees them. */
class ProcessMetricsTest {

    private final PrometheusMeterRegistry meters = ProcessMetrics.registry("1.2.3", "abc");

    @Test
    void shouldNameWhatPrometheusClientsName() {
        assertThat(value("process_start_time_seconds ")).isBetween(1.7e9, System.currentTimeMillis() / 1e3);
        assertThat(value("process_cpu_seconds_total ")).isPositive();
        assertThat(value("process_resident_memory_bytes ")).isGreaterThan(10e6);
        assertThat(value("process_open_fds ")).isPositive();
        assertThat(value("process_max_fds ")).isGreaterThan(value("process_open_fds "));
        assertThat(meters.scrape())
                .contains("jvm_memory_used_bytes{area=\"heap\"", "jvm_gc_", "jvm_threads_live_threads");
    }

    @Test
    void shouldTellBuild() {
        assertThat(value("olm_build_info{revision=\"abc\",version=\"1.2.3\"} ")).isEqualTo(1);
    }

    @Test
    void shouldTellWhetherReplicaLeads() {
        // Given
        boolean[] leads = {false};
        ProcessMetrics.leadership(meters, "catalogd-operator-lock", () -> leads[0]);
        String gauge = "leader_election_master_status{name=\"catalogd-operator-lock\"} ";
        assertThat(value(gauge)).isZero();

        // When
        leads[0] = true;

        // Then
        assertThat(value(gauge)).isEqualTo(1);
    }

    private double value(String series) {
        return Arrays.stream(meters.scrape().split("\n", -1))
                .filter(line -> line.startsWith(series))
                .map(line -> line.substring(series.length()))
                .mapToDouble(Double::parseDouble)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + series + "in\n" + meters.scrape()));
    }
}
