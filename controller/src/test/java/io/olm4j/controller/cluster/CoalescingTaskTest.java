package io.olm4j.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CoalescingTaskTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration DELAY = Duration.ofMillis(20);

    private final Semaphore runs = new Semaphore(0);
    private final AtomicInteger failures = new AtomicInteger();
    private final CoalescingTask task = new CoalescingTask("test", DELAY, () -> {
        runs.release();
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("not yet");
        }
    });

    @AfterEach
    void close() {
        task.close();
    }

    private boolean runs(int times) throws InterruptedException {
        return runs.tryAcquire(times, PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void shouldRunOnceForABurst() throws Exception {
        // given
        List<Long> starts = new CopyOnWriteArrayList<>();
        var firstEnds = new CountDownLatch(1);
        try (var slow = new CoalescingTask("slow", DELAY, () -> {
            starts.add(System.nanoTime());
            awaitQuietly(firstEnds);
        })) {
            slow.trigger();
            await().atMost(PATIENCE).until(() -> starts.size() == 1);

            // when
            for (int i = 0; i < 1000; i++) {
                slow.trigger();
            }
            firstEnds.countDown();
            await().atMost(PATIENCE).until(() -> starts.size() >= 2);
            long later = System.nanoTime() + DELAY.toNanos();
            slow.triggerAfter(DELAY);

            // then: all runs of the burst would be before the last one, because one thread runs them in this order
            await().atMost(PATIENCE).until(() -> starts.getLast() - later >= 0);
            assertThat(starts).hasSize(3);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldRunSoonWhenTriggeredDuringALongPause() throws Exception {
        task.triggerAfter(Duration.ofHours(1));
        task.trigger();

        assertThat(runs(1)).isTrue();
    }

    @Test
    void shouldRepeatAFailedRun() throws Exception {
        failures.set(1);

        task.trigger();

        assertThat(runs(2)).isTrue();
    }
}
