package io.olm4j.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests for {@link ProcessUsage}. */
class ProcessUsageTest {

    private static final String STATUS = """
            Name:\tjava
            VmHWM:\t  204800 kB
            VmRSS:\t  102400 kB
            Threads:\t30
            """;

    @Test
    void shouldReadTimesAndMemoryWhenTheNameHoldsSpacesAndParentheses() {
        String stat = "42 (a) b (c)) S 1 42 42 0 -1 4194560 9 8 7 6 150 50 30 20 20 0 30 0 100 5 6\n";

        assertThat(ProcessUsage.parse(stat, STATUS)).isEqualTo(new ProcessUsage(2.0, 0.5, 100, 200));
    }

    @Test
    void shouldReportNoMemoryWhenTheProcessIsAZombie() {
        String stat = "42 (java) Z 1 42 42 0 -1 4194560 9 8 7 6 150 50 0 0 20 0 1 0 100 0 0\n";

        assertThat(ProcessUsage.parse(stat, "Name:\tjava\n")).isEqualTo(new ProcessUsage(2.0, 0, 0, 0));
    }

    @Test
    void shouldFindTheUsageWhenTheProcessRuns() {
        assertThat(ProcessUsage.of(ProcessHandle.current().pid()))
                .hasValueSatisfying(usage -> assertThat(usage.peakMebibytes()).isPositive());
    }
}
