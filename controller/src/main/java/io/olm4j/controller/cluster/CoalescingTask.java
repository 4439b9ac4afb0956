package io.olm4j.controller.cluster;

import io.olm4j.process.retry.ExponentialBackoff;
import io.olm4j.process.time.TaskTimer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A task that runs soon after a trigger, once for a burst of triggers. A failed run is repeated after a second, then
 * after pauses that double up to a minute; a trigger ends such a pause after a second.
 */
public final class CoalescingTask implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CoalescingTask.class);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final ExponentialBackoff BACKOFF = new ExponentialBackoff(FIRST_PAUSE, Duration.ofMinutes(1));

    private final String name;
    private final Duration delay;
    private final Runnable task;
    private final TaskTimer timer;
    private Optional<ScheduledFuture<?>> next = Optional.empty();
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
        timer = new TaskTimer(name);
    }

    /** Runs the task soon. */
    public synchronized void trigger() {
        triggerAfter(failures == 0 ? delay : FIRST_PAUSE);
    }

    /** Runs the task after some time, or sooner if another trigger demands it. */
    public synchronized void triggerAfter(Duration time) {
        if (next.filter(run -> run.getDelay(TimeUnit.NANOSECONDS) <= time.toNanos())
                .isPresent()) {
            return;
        }
        next.ifPresent(run -> run.cancel(false));
        try {
            next = Optional.of(timer.schedule(this::run, time.toNanos(), TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException e) {
            LOG.trace("{} is closed", name, e);
        }
    }

    private void run() {
        synchronized (this) {
            next = Optional.empty();
        }
        try {
            task.run();
            ended(0);
        } catch (RuntimeException e) {
            Duration pause = ended(failures + 1);
            LOG.warn(
                    "{} failed and is repeated in {} s: {}",
                    name,
                    pause.toSeconds(),
                    Objects.requireNonNullElse(e.getMessage(), e.toString()));
            triggerAfter(pause);
        }
    }

    /** Notes the failures in a row; returns the pause before the next attempt. */
    private synchronized Duration ended(int failed) {
        failures = failed;
        return BACKOFF.after(failures);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
