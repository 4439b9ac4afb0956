package io.olm4j.e2e.soak;

import java.time.Duration;

/**
 * How long a soak runs, and with which script.
 *
 * @param duration after this, one last quiet phase follows
 * @param seed of the script
 */
record SoakSettings(Duration duration, long seed) {

    private static final long SHORT_MINUTES = 2;

    /** The time within which the status must tell the truth once all is quiet. */
    private static final Duration TRUTH = Duration.ofSeconds(5);

    /** The same beside other work: the tests of the build share the machine. */
    private static final Duration TRUTH_IN_BUILD = Duration.ofSeconds(30);

    /** Reads {@code soak.minutes} and {@code soak.seed} from the system properties. */
    static SoakSettings ofThisRun() {
        return new SoakSettings(
                Duration.ofMinutes(Long.getLong("soak.minutes", SHORT_MINUTES)), Long.getLong("soak.seed", 1));
    }

    /** Whether it is a run of its own, and not one of the tests of the build. */
    boolean isLong() {
        return duration.toMinutes() > SHORT_MINUTES;
    }

    /** Whether there is time to wait for polls, of which two are a minute apart at least. */
    boolean polls() {
        return isLong();
    }

    /** How long a status may be untrue after all faults have ended. */
    Duration truth() {
        return isLong() ? TRUTH : TRUTH_IN_BUILD;
    }
}
