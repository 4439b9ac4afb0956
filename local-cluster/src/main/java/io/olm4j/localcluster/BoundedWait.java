package io.olm4j.localcluster;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition by polling, up to a time limit. */
public final class BoundedWait {

    private static final Duration INTERVAL = Duration.ofMillis(25);

    private final long deadline;

    private BoundedWait(long deadline) {
        this.deadline = deadline;
    }

    /** A wait with a time limit that starts now and applies to all its conditions together. */
    public static BoundedWait lasting(Duration limit) {
        return new BoundedWait(System.nanoTime() + limit.toNanos());
    }

    /**
     * Waits until a condition holds.
     *
     * @return whether it holds; false if the time is up or the thread is interrupted (the interrupt flag then stays
     *     set)
     */
    public boolean until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() >= deadline || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(INTERVAL.toNanos());
        }
        return true;
    }
}
