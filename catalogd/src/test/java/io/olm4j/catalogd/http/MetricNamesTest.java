package io.olm4j.catalogd.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.StoreMetrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the metrics in the format of Prometheus. */
class MetricNamesTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path scratch;

    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void shouldHaveHistogramOfCatalogd() {
        // When
        new RequestMetrics(meters).record(Optional.empty(), 200, Duration.ofMillis(150), 10);

        // Then
        String scraped = meters.scrape();
        for (String bound : new String[] {
            "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0", "1.2", "1.6", "2.0", "2.4", "2.8",
            "3.2", "3.6", "4.0", "10.0", "+Inf"
        }) {
            assertThat(scraped)
                    .contains("catalogd_http_request_duration_seconds_bucket{code=\"200\",le=\"" + bound + "\"} "
                            + (bound.equals("0.1") ? 0 : 1));
        }
        assertThat(scraped)
                .contains("catalogd_http_request_duration_seconds_count{code=\"200\"} 1")
                .contains("catalogd_http_request_duration_seconds_sum{code=\"200\"} 0.15");
    }

    @Test
    void shouldTellOfEachCatalogUntilItIsGone() throws Exception {
        // Given
        Path catalog = Files.createDirectory(scratch.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.json"), "{\"schema\":\"a\"}");
        ContentStore store = new ContentStore(scratch.resolve("store"), Clock.fixed(NOW, ZoneOffset.UTC));
        StoreMetrics ofStore = new StoreMetrics(store, meters, Clock.fixed(NOW.plusSeconds(60), ZoneOffset.UTC));
        store.store("cat", "r@1", catalog);
        ofStore.refresh();
        new RequestMetrics(meters).record(Optional.of("cat"), 200, Duration.ofMillis(150), 10);

        // Then
        assertThat(meters.scrape())
                .contains("catalogd_catalog_content_size_bytes{catalog=\"cat\"} 15")
                .contains("catalogd_catalog_content_age_seconds{catalog=\"cat\"} 60")
                .contains("catalogd_catalog_requests_total{catalog=\"cat\",code=\"200\"} 1")
                .contains("catalogd_catalog_sent_bytes_total{catalog=\"cat\"} 10");

        // When
        store.remove("cat");
        ofStore.forget("cat");

        // Then
        assertThat(meters.scrape()).doesNotContain("\"cat\"");
    }
}
