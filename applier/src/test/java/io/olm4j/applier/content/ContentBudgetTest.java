package io.olm4j.applier.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ContentBudgetTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private static final long MIB = 1 << 20;

    private final ContentBudget budget = new ContentBudget(10 * MIB);

    @Test
    void shouldLetASetWaitUntilOthersHoldLess() throws Exception {
        read("one", 8 * MIB);
        var waiting = readThatWaits("two", 8 * MIB);

        budget.keep("one", 2 * MIB);

        waiting.get(2, TimeUnit.MINUTES);
        assertThat(budget.held("one")).isEqualTo(2 * MIB);
        assertThat(budget.held("two")).isEqualTo(8 * MIB);
    }

    /** A pass that waits for a webhook behaves like this. */
    @Test
    void shouldLetOthersReadWhileASetHoldsAPartForLong() throws Exception {
        read("hanging", MIB);

        for (int i = 0; i < 8; i++) {
            String set = "other-" + i;
            threads.submit(() -> read(set, MIB)).get(2, TimeUnit.MINUTES);
        }

        assertThat(budget.held("hanging")).isEqualTo(MIB);
        assertThat(budget.held("other-7")).isEqualTo(MIB);
    }

    @Test
    void shouldNotLetTwoSetsThatGrowWaitForEachOther() throws Exception {
        read("hanging", 4 * MIB);
        var first = budget.read("first", 10 * MIB);
        first.needs(4 * MIB);
        var second = readThatWaits("second", 4 * MIB);

        first.needs(6 * MIB);
        first.close();
        budget.keep("first", 2 * MIB);

        second.get(2, TimeUnit.MINUTES);
        assertThat(budget.held("second")).isEqualTo(4 * MIB);
    }

    @Test
    void shouldNotLetContentThatWasReadBeforeWaitForASetThatGrows() throws Exception {
        read("hanging", MIB);
        var grows = budget.read("grows", 10 * MIB);
        grows.needs(4 * MIB);
        var cached = waiting("cached", () -> budget.hold("cached", 6 * MIB));

        grows.needs(9 * MIB);
        grows.close();
        budget.keep("grows", 0);

        cached.get(2, TimeUnit.MINUTES);
        assertThat(budget.held("cached")).isEqualTo(6 * MIB);
    }

    @Test
    void shouldGiveBackWhatASetHeldWhenItReadsAnew() {
        read("one", 8 * MIB);

        read("one", 10 * MIB);

        assertThat(budget.held("one")).isEqualTo(10 * MIB);
    }

    @Test
    void shouldHoldNothingForASetWhosePassHasEnded() {
        read("one", 10 * MIB);

        budget.keep("one", 0);
        budget.keep("one", 0);
        read("two", 10 * MIB);

        assertThat(budget.held("one")).isZero();
        assertThat(budget.held("two")).isEqualTo(10 * MIB);
    }

    /** Reads a set on another thread; returns when that waits. */
    private Future<?> readThatWaits(String set, long bytes) {
        return waiting(set, () -> read(set, bytes));
    }

    private Future<?> waiting(String set, Runnable task) {
        var thread = new CompletableFuture<Thread>();
        Future<?> running = threads.submit(() -> {
            thread.complete(Thread.currentThread());
            task.run();
        });
        await().atMost(PATIENCE).until(() -> thread.join().getState() == Thread.State.WAITING);
        assertThat(budget.held(set)).isZero();
        return running;
    }

    /** Reads a set that may need the whole budget but needs only this many bytes. */
    private void read(String set, long bytes) {
        try (var reading = budget.read(set, 10 * MIB)) {
            reading.needs(bytes);
        }
        budget.keep(set, bytes);
    }
}
