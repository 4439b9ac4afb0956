package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WaitReportsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final WaitReports waits = new WaitReports(Duration.ofSeconds(2), Duration.ofSeconds(5));

    @Test
    void shouldReportAWaitForTheSameForTwoSeconds() {
        assertThat(waits.pause("uid", "a finalizer", NOW)).contains(Duration.ofSeconds(2));
        assertThat(waits.pause("uid", "a finalizer", NOW.plusMillis(1400))).contains(Duration.ofMillis(600));
        assertThat(waits.pause("uid", "a finalizer", NOW.plusSeconds(2))).isEmpty();
    }

    @Test
    void shouldNotReportAWaitWhoseCauseChanges() {
        assertThat(waits.pause("uid", "a definition", NOW)).isPresent();
        assertThat(waits.pause("uid", "a Deployment", NOW.plusMillis(1900))).contains(Duration.ofSeconds(2));
    }

    @Test
    void shouldReportAWaitWhoseCauseChangesForFiveSeconds() {
        assertThat(waits.pause("uid", "3 resources", NOW)).isPresent();
        assertThat(waits.pause("uid", "2 resources", NOW.plusMillis(1900))).isPresent();
        assertThat(waits.pause("uid", "1 resource", NOW.plusMillis(3800))).contains(Duration.ofMillis(1200));
        assertThat(waits.pause("uid", "a Deployment", NOW.plusSeconds(5))).isEmpty();
    }

    @Test
    void shouldBeginAgainForASetThatWasForgotten() {
        assertThat(waits.pause("uid", "a finalizer", NOW)).isPresent();

        waits.forget("uid");

        assertThat(waits.pause("uid", "a finalizer", NOW.plusSeconds(2))).contains(Duration.ofSeconds(2));
    }
}
