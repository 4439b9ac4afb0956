package io.olm4j.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CoalescingTaskTest {

    private final Semaphore runs = new Semaphore(0);
    private final AtomicInteger failures = new AtomicInteger();
    private final CoalescingTask task = new CoalescingTask("test", Duration.ofMillis(20), () -> {
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
        return runs.tryAcquire(times, 30, TimeUnit.SECONDS);
    }

    @Test
    void shouldRunOnceForABurst() throws Exception {
        for (int i = 0; i < 1000; i++) {
            task.trigger();
        }

        assertThat(runs(1)).isTrue();
        assertThat(runs.availablePermits()).isLessThan(100);
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
