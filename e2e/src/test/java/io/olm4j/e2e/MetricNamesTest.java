package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests for {@link MetricNames}. */
class MetricNamesTest {

    @Test
    void shouldFindMetricsOnly() {
        assertThat(MetricNames.of("histogram_quantile(0.99, sum by (le)"
                        + " (rate(a_seconds_bucket{x=\"b_total\"}[$__rate_interval])))"
                        + " > 1e3 * max(c:d) or absent(e{f=~\"g|h\"}) and on (i) j unless vector(0)"))
                .containsExactly("a_seconds_bucket", "c:d", "e", "j");
    }
}
