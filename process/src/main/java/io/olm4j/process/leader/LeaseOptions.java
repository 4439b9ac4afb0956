package io.olm4j.process.leader;

import java.time.Duration;

/**
 * The Lease by which replicas agree on one leader.
 *
 * @param identity what this replica is known by, different from that of any other
 * @param duration how long the others wait for a leader that no longer renews
 * @param renewDeadline how long the leader tries to renew before it stops to lead; less than the duration
 * @param retryPeriod wait between two attempts
 */
public record LeaseOptions(
        String namespace,
        String name,
        String identity,
        Duration duration,
        Duration renewDeadline,
        Duration retryPeriod) {

    /** The lease and the times of catalogd. */
    public static LeaseOptions in(String namespace, String identity) {
        return new LeaseOptions(
                namespace,
                "catalogd-operator-lock",
                identity,
                Duration.ofSeconds(137),
                Duration.ofSeconds(107),
                Duration.ofSeconds(26));
    }
}
