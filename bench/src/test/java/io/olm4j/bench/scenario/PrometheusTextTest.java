package io.olm4j.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests for {@link PrometheusText}. */
class PrometheusTextTest {

    private static final PrometheusText METRICS = new PrometheusText("""
            # TYPE apiserver_request_total counter
            apiserver_request_total{code="200",resource="secrets",verb="GET"} 712
            apiserver_request_total{code="201",resource="subjectaccessreviews",verb="POST"} 485
            apiserver_request_total_other{code="200"} 1
            workqueue_depth 1.5e+01
            """);

    @Test
    void shouldAddAllSeriesWhenNoLabelIsNamed() {
        assertThat(METRICS.sum("apiserver_request_total")).isEqualTo(1197);
        assertThat(METRICS.sum("workqueue_depth")).isEqualTo(15);
    }

    @Test
    void shouldAddOnlyMatchingSeriesWhenLabelsAreNamed() {
        assertThat(METRICS.sum("apiserver_request_total", "verb=\"POST\"", "code=\"201\""))
                .isEqualTo(485);
        assertThat(METRICS.sum("apiserver_request_total", "verb=\"PUT\"")).isZero();
    }
}
