package io.olm4j.applier.work;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Limits how many tasks run at once; waiting tasks start in the order of their arrival. A task that takes longer than a
 * given time gives its place to the next one and continues without a place, so a task that hangs does not block others.
 */
public final class Places implements AutoCloseable {

    private final Semaphore free;
    private final Duration longest;
    private final ScheduledExecutorService timer;

    /** @param longest the longest time that a task can keep its place */
    public Places(int places, Duration longest) {
        this.free = new Semaphore(places, true);
        this.longest = longest;
        var executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("places").factory());
        executor.setRemoveOnCancelPolicy(true);
        this.timer = executor;
    }

    /**
     * Runs a task when there is a place for it.
     *
     * @throws InterruptedException if interrupted while it waits for a place
     */
    public <T> T with(Supplier<T> task) throws InterruptedException {
        free.acquire();
        var held = new AtomicBoolean(true);
        Runnable release = () -> {
            if (held.compareAndSet(true, false)) {
                free.release();
            }
        };
        try {
            var late = timer.schedule(release, longest.toMillis(), TimeUnit.MILLISECONDS);
            try {
                return task.get();
            } finally {
                late.cancel(false);
            }
        } finally {
            release.run();
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
