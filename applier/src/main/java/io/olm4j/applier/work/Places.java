package io.olm4j.applier.work;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Limits how many tasks run at once; waiting tasks start in the order of their arrival. A task that takes longer than a
 * given time gives its place to the next one and continues without a place, so a task that hangs does not block others.
 */
public final class Places {

    private final Semaphore free;
    private final Duration longest;

    /** @param longest the longest time that a task can keep its place */
    public Places(int places, Duration longest) {
        this.free = new Semaphore(places, true);
        this.longest = longest;
    }

    /**
     * Runs a task when there is a place for it.
     *
     * @throws InterruptedException if interrupted while it waits for a place
     */
    public <T> T with(Supplier<T> task) throws InterruptedException {
        free.acquire();
        var place = new CompletableFuture<Void>();
        var _ = place.thenRun(free::release);
        try {
            var _ = place.completeOnTimeout(null, longest.toMillis(), TimeUnit.MILLISECONDS);
            return task.get();
        } finally {
            place.complete(null);
        }
    }
}
