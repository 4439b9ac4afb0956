package io.olm4j.process.leader;

import java.time.Duration;

/**
 * The Lease by which replicas agree on one leader.
 *
 * @param identity the name of this replica, different from that of any other
 * @param duration how long the other replicas wait for a leader that no longer renews; whole seconds
 * @param renewDeadline how long the leader continues without a successful renewal; less than the duration
 * @param retryPeriod wait between two renewals; less than the renew deadline
 */
public record LeaseOptions(
        String namespace,
        String name,
        String identity,
        Duration duration,
        Duration renewDeadline,
        Duration retryPeriod) {

    private static final Duration DURATION = Duration.ofSeconds(137);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(107);
    private static final Duration RETRY_PERIOD = Duration.ofSeconds(26);

    /** @throws IllegalArgumentException if the times do not fit each other; the message says which ones and why */
    public LeaseOptions {
        if (duration.toSeconds() < 1) {
            throw new IllegalArgumentException(
                    "the lease has to last at least 1 s, not " + duration.toMillis() + " ms");
        }
        if (renewDeadline.compareTo(duration) >= 0) {
            throw new IllegalArgumentException("the renew deadline (%d s) has to be shorter than the lease (%d s)"
                    .formatted(renewDeadline.toSeconds(), duration.toSeconds()));
        }
        if (!retryPeriod.isPositive() || retryPeriod.compareTo(renewDeadline) >= 0) {
            throw new IllegalArgumentException(
                    "the retry period (%d s) has to be shorter than the renew deadline (%d s)"
                            .formatted(retryPeriod.toSeconds(), renewDeadline.toSeconds()));
        }
    }

    /** The lease and the times of catalogd. */
    public static LeaseOptions catalogd(String namespace, String identity) {
        return new LeaseOptions(namespace, "catalogd-operator-lock", identity, DURATION, RENEW_DEADLINE, RETRY_PERIOD);
    }

    /** The lease and the times of operator-controller. */
    public static LeaseOptions operatorController(String namespace, String identity) {
        return new LeaseOptions(
                namespace, "9c4404e7.operatorframework.io", identity, DURATION, RENEW_DEADLINE, RETRY_PERIOD);
    }

    /**
     * These options with other times.
     *
     * @throws IllegalArgumentException if the times do not fit each other
     */
    public LeaseOptions withTimes(Duration newDuration, Duration newRenewDeadline, Duration newRetryPeriod) {
        return new LeaseOptions(namespace, name, identity, newDuration, newRenewDeadline, newRetryPeriod);
    }
}
