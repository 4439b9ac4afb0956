package io.olm4j.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests for {@link MachineClock}. */
class MachineClockTest {

    @Test
    void shouldCountAllButIdleAndWaitingWhenItReadsTheKernelsTimes() {
        String stat = """
                cpu  100 200 300 4000 5000 60 70 80 9 10
                cpu0 1 2 3 4 5 6 7 8 9 10
                """;

        assertThat(MachineClock.busySeconds(stat)).isEqualTo(8.1);
    }

    @Test
    void shouldTellOthersFromOwnWhenTimeHasPassed() {
        var before = new MachineClock(0, 10, 4);
        var after = new MachineClock(2_000_000_000L, 13, 5);

        assertThat(after.ownSince(before)).isEqualTo(0.5);
        assertThat(after.othersSince(before)).isEqualTo(1.0);
    }

    @Test
    void shouldReportNoOthersWhenTheOwnTimeWasReadLater() {
        var before = new MachineClock(0, 10, 4);
        var after = new MachineClock(1_000_000_000L, 10.5, 4.6);

        assertThat(after.othersSince(before)).isZero();
    }
}
