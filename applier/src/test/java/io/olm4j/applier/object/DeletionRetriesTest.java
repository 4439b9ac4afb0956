package io.olm4j.applier.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeletionRetriesTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private Instant now = START;
    private final InstantSource source = () -> now;
    private final DeletionRetries retries = new DeletionRetries(source.withZone(ZoneOffset.UTC), new Random(1));

    @Test
    void shouldAskAfterPausesThatDouble() {
        List<Long> asked = new ArrayList<>();
        for (; now.isBefore(START.plus(Duration.ofMinutes(10))); now = now.plusMillis(500)) {
            if (retries.isDue("crd")) {
                asked.add(Duration.between(START, now).toSeconds());
            }
        }

        assertThat(asked.getFirst()).isBetween(2L, 7L);
        assertThat(asked).hasSizeBetween(6, 12);
    }

    @Test
    void shouldAskFewAtOnceAndAllInTheEndWhenAHundredHaveFailed() {
        Set<String> asked = new HashSet<>();
        int most = 0;
        for (; asked.size() < 100 && now.isBefore(START.plus(Duration.ofMinutes(5))); now = now.plusSeconds(1)) {
            int atOnce = 0;
            for (int crd = 0; crd < 100; crd++) {
                if (retries.isDue("crd-" + crd)) {
                    asked.add("crd-" + crd);
                    atOnce++;
                }
            }
            most = Math.max(most, atOnce);
        }

        assertThat(asked).hasSize(100);
        assertThat(most).isLessThanOrEqualTo(10);
        assertThat(Duration.between(START, now)).isLessThan(Duration.ofMinutes(3));
    }
}
