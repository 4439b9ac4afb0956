package io.olm4j.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests for {@link DiscoverySchedule}. */
class DiscoveryScheduleTest {

    private final DiscoverySchedule pace = new DiscoverySchedule();

    /** Reads at each due time until {@code end}; returns the times. */
    private List<Long> readsUntil(long end) {
        List<Long> reads = new ArrayList<>();
        for (OptionalLong next = pace.next(); next.isPresent() && next.getAsLong() <= end; next = pace.next()) {
            reads.add(next.getAsLong());
            pace.succeeded(next.getAsLong());
        }
        return reads;
    }

    @Test
    void shouldNotReadWithoutEvent() {
        assertThat(pace.next()).isEmpty();
    }

    @Test
    void shouldReadSoonAndAgainLaterAndThenRest() {
        pace.event(1_000);

        assertThat(readsUntil(100_000)).containsExactly(1_300L, 4_000L, 16_000L);
        assertThat(pace.next()).isEmpty();
    }

    @Test
    void shouldReadOnceForABurst() {
        for (long at = 1_000; at <= 1_290; at += 10) {
            pace.event(at);
        }

        assertThat(pace.next()).hasValue(1_300);
    }

    @Test
    void shouldReadEveryTwoSecondsAtMostWhateverHappens() {
        List<Long> reads = new ArrayList<>();
        for (long at = 0; at < 20_000; at += 100) {
            pace.event(at);
            reads.addAll(readsUntil(at));
        }

        assertThat(reads).hasSizeBetween(8, 10);
    }

    @Test
    void shouldTryAgainAfterGrowingPausesWhenTheApiServerDoesNotAnswer() {
        pace.event(0);
        pace.failed(300);
        assertThat(pace.next()).hasValue(2_300);
        pace.failed(2_300);
        assertThat(pace.next()).hasValue(6_300);
        for (int i = 0; i < 100; i++) {
            pace.failed(10_000);
        }
        assertThat(pace.next()).hasValue(70_000);

        pace.succeeded(70_000);

        assertThat(pace.next()).isEmpty();
    }
}
