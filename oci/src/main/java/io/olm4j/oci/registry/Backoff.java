package io.olm4j.oci.registry;

import java.time.Duration;

/** How often a request is tried, and how long to wait before the next attempt: doubling, bounded. */
final class Backoff {

    /** Attempts in a row that bring nothing. */
    static final int MAX_ATTEMPTS = 4;

    private static final Duration FIRST = Duration.ofMillis(250);

    /** The longest wait, whatever the registry requests; the caller retries later anyhow. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private Backoff() {}

    /**
     * The pause before the next attempt.
     *
     * @param attempt number of the attempt that failed, from 1
     * @param asked the pause the registry asked for; zero if none
     */
    static Duration after(int attempt, Duration asked) {
        Duration own = FIRST.multipliedBy(1L << (attempt - 1));
        Duration wanted = asked.compareTo(own) > 0 ? asked : own;
        return wanted.compareTo(LONGEST) > 0 ? LONGEST : wanted;
    }
}
