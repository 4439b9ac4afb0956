package io.olm4j.oci.registry;

import java.time.Duration;

/** The number of attempts of a request, and the pause before the next attempt, which doubles up to a limit. */
final class Backoff {

    /** The maximum number of successive attempts without progress. */
    static final int MAX_ATTEMPTS = 4;

    private static final Duration FIRST = Duration.ofMillis(250);

    /** The longest pause, also if the registry requests a longer one; the caller retries later in any case. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private Backoff() {}

    /**
     * The pause before the next attempt.
     *
     * @param attempt number of the attempt that failed, from 1
     * @param asked the pause that the registry requested; zero if none
     */
    static Duration after(int attempt, Duration asked) {
        Duration own = FIRST.multipliedBy(1L << (attempt - 1));
        Duration wanted = asked.compareTo(own) > 0 ? asked : own;
        return wanted.compareTo(LONGEST) > 0 ? LONGEST : wanted;
    }
}
