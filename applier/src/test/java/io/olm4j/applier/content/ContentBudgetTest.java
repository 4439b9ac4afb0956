package io.olm4j.applier.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ContentBudgetTest {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private static final long MIB = 1 << 20;

    private final ContentBudget budget = new ContentBudget(10 * MIB);

    @Test
    void shouldLetASetWaitUntilOthersHoldLess() throws Exception {
        budget.reserve("one", 8 * MIB);
        var waiting = threads.submit(() -> budget.reserve("two", 8 * MIB));
        assertThat(waiting).failsWithin(Duration.ofMillis(200));

        budget.keep("one", 2 * MIB);

        waiting.get(30, TimeUnit.SECONDS);
        assertThat(budget.held("one")).isEqualTo(2 * MIB);
        assertThat(budget.held("two")).isEqualTo(8 * MIB);
    }

    @Test
    void shouldGiveBackWhatASetHeldWhenItReadsAnew() {
        budget.reserve("one", 8 * MIB);

        budget.reserve("one", 10 * MIB);

        assertThat(budget.held("one")).isEqualTo(10 * MIB);
    }

    @Test
    void shouldHoldNothingForASetWhosePassHasEnded() {
        budget.reserve("one", 10 * MIB);

        budget.keep("one", 0);
        budget.keep("one", 0);
        budget.reserve("two", 10 * MIB);

        assertThat(budget.held("one")).isZero();
        assertThat(budget.held("two")).isEqualTo(10 * MIB);
    }
}
