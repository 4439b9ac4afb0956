package io.olm4j.catalogd;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests of {@link CatalogMetrics} in the format of Prometheus. */
class CatalogMetricsTest {

    private static final UnpackOutcome FAILED = new UnpackOutcome.Retryable("x");

    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final CatalogMetrics metrics =
            new CatalogMetrics(meters, _ -> true, Clock.fixed(Instant.ofEpochSecond(1_700_000_000), ZoneOffset.UTC));

    @Test
    void shouldTellWhenEachCatalogWasPolledLast() {
        // When
        metrics.expect("cat");
        metrics.polled("cat", FAILED);

        // Then
        assertThat(meters.scrape())
                .contains("catalogd_catalog_serving{catalog=\"cat\"} 1")
                .contains("catalogd_catalog_polls_total{catalog=\"cat\",outcome=\"failed\"} 1")
                .contains("catalogd_catalog_last_poll_timestamp_seconds{catalog=\"cat\",outcome=\"failed\"} 1.7E9");
    }

    @Test
    void shouldTellOfPollsOfCatalogThatIsMadeAgain() {
        // Given
        metrics.polled("cat", FAILED);
        Search.in(meters).tag("catalog", "cat").meters().forEach(meters::remove);
        metrics.forget("cat");
        assertThat(meters.scrape()).doesNotContain("\"cat\"");

        // When
        metrics.polled("cat", FAILED);

        // Then
        assertThat(meters.scrape()).contains("last_poll_timestamp_seconds{catalog=\"cat\",outcome=\"failed\"} 1.7E9");
    }

    /** The registry logs a warning about a second registration. */
    @Test
    void shouldRegisterTheTimeOfPollsOnceWhenCatalogIsPolledAgain() {
        // Given
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(MeterRegistry.class);
        logger.setLevel(Level.DEBUG);
        logger.addAppender(log);
        metrics.polled("cat", FAILED);

        // When
        metrics.polled("cat", FAILED);

        // Then
        logger.detachAppender(log);
        logger.setLevel(null);
        assertThat(log.list).isEmpty();
    }

    @Test
    void shouldNotTellOfPollsWhenReplicaNoLongerPolls() {
        // Given
        metrics.polled("cat", FAILED);

        // When
        metrics.pollsNoLonger();

        // Then
        assertThat(meters.scrape()).doesNotContain("last_poll").contains("catalogd_catalog_polls_total{");
    }
}
