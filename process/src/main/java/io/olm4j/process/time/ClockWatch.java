package io.olm4j.process.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices within seconds that the clock of the machine was set back. The timers of JOSDK, on which retries and
 * rescheduled reconciles wait, follow that clock ({@link java.util.Timer}): after a step back, a pending timer ends
 * late by this step. A reconcile sets its timer anew.
 */
public final class ClockWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);

    /**
     * The interval of the checks. A step back and forth within it is not noticed, but delays timers that were set
     * meanwhile.
     */
    private static final Duration CHECK = Duration.ofMillis(250);

    /** Smaller steps delay a timer by no more than this. */
    private static final Duration NOTICED = Duration.ofSeconds(1);

    private final InstantSource clock;
    private final Runnable setBack;
    private final SteadyTime time = new SteadyTime();
    private final TaskTimer checks = new TaskTimer("clock-watch");

    /** How far the clock was ahead at most since it was last set back; small steps back add up. */
    private Duration ahead;

    private ClockWatch(InstantSource clock, Runnable setBack) {
        this.clock = clock;
        this.setBack = setBack;
        this.ahead = ahead();
    }

    /**
     * Starts to watch a clock.
     *
     * @param setBack runs after the clock was set back; it must not block
     */
    public static ClockWatch start(InstantSource clock, Runnable setBack) {
        var watch = new ClockWatch(clock, setBack);
        var _ = watch.checks.scheduleWithFixedDelay(
                watch::check, CHECK.toMillis(), CHECK.toMillis(), TimeUnit.MILLISECONDS);
        return watch;
    }

    private void check() {
        Duration now = ahead();
        Duration back = ahead.minus(now);
        if (back.isNegative()) {
            ahead = now;
        } else if (back.compareTo(NOTICED) > 0) {
            ahead = now;
            LOG.info("The clock of the machine was set back by {} s: everything is reconciled", back.toSeconds());
            try {
                setBack.run();
            } catch (RuntimeException e) {
                LOG.error("Not everything is reconciled", e); // The next check must not be the last one.
            }
        }
    }

    private Duration ahead() {
        Instant steady = time.instant();
        return Duration.between(steady, clock.instant());
    }

    @Override
    public void close() {
        checks.shutdownNow();
    }
}
