package io.olm4j.controller.cluster;

import io.olm4j.process.retry.ExponentialBackoff;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task that runs soon after a trigger, once for a burst of triggers. A failed run is repeated after a second, then
 * after pauses that double up to a minute.
 */
public final class CoalescingTask implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CoalescingTask.class);

    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    private final String name;
    private final Duration delay;
    private final Runnable task;
    private final ScheduledThreadPoolExecutor timer;
    private boolean triggered;
    private int failures;

    /**
     * Creates a task.
     *
     * @param delay from the first trigger of a burst to the run
     * @param task throws an exception if it fails
     */
    public CoalescingTask(String name, Duration delay, Runnable task) {
        this.name = name;
        this.delay = delay;
        this.task = task;
        timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name(name).factory());
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Runs the task soon. */
    public void trigger() {
        triggerAfter(delay);
    }

    /** Runs the task after some time; triggers until then belong to that run. */
    public synchronized void triggerAfter(Duration time) {
        if (triggered) {
            return;
        }
        try {
            var _ = timer.schedule(this::run, time.toMillis(), TimeUnit.MILLISECONDS);
            triggered = true;
        } catch (RejectedExecutionException e) {
            LOG.trace("{} is closed", name, e);
        }
    }

    private void run() {
        synchronized (this) {
            triggered = false;
        }
        try {
            task.run();
            failures = 0;
        } catch (RuntimeException e) {
            failures++;
            Duration pause = BACKOFF.after(failures);
            LOG.warn(
                    "{} failed and is repeated in {} s: {}",
                    name,
                    pause.toSeconds(),
                    Objects.requireNonNullElse(e.getMessage(), e.toString()));
            triggerAfter(pause);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
