package io.olm4j.controller.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests of {@link WriteRateLimit}. */
class WriteRateLimitTest {

    @Test
    void shouldAdmitTenWritesWithinAMinute() {
        var limit = new WriteRateLimit(10);
        for (int i = 0; i < 10; i++) {
            assertThat(limit.pause(Instant.EPOCH.plusSeconds(i))).isEmpty();
        }

        assertThat(limit.pause(Instant.EPOCH.plusSeconds(10))).contains(Duration.ofSeconds(50));
        assertThat(limit.pause(Instant.EPOCH.plusSeconds(60))).isEmpty();
        assertThat(limit.pause(Instant.EPOCH.plusSeconds(60))).contains(Duration.ofSeconds(1));
    }
}
