package io.olm4j.process.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.util.Optional;

/**
 * A Lease and the time when this replica first saw that state of it.
 *
 * <p>The silence of a leader is measured from that time, with the clock of this machine. The clock of the leader may
 * differ, so the time that it wrote into the Lease proves nothing.
 *
 * @param seenNanos as of {@link System#nanoTime}
 */
record ObservedLease(Lease lease, long seenNanos) {

    String version() {
        return lease.getMetadata().getResourceVersion();
    }

    /** The holder; empty once the lease was released. */
    String holder() {
        return spec().map(LeaseSpec::getHolderIdentity).orElse("");
    }

    /**
     * How long this replica must still leave the lease to its holder.
     *
     * @param fallback the duration of a lease that does not state one
     * @return zero or less if the lease is free
     */
    Duration heldFor(long nowNanos, Duration fallback) {
        if (holder().isEmpty()) {
            return Duration.ZERO;
        }
        Duration lasts = spec().map(LeaseSpec::getLeaseDurationSeconds)
                .filter(seconds -> seconds > 0)
                .map(Duration::ofSeconds)
                .orElse(fallback);
        return lasts.minusNanos(nowNanos - seenNanos);
    }

    int transitions() {
        return spec().map(LeaseSpec::getLeaseTransitions).orElse(0);
    }

    private Optional<LeaseSpec> spec() {
        return Optional.ofNullable(lease.getSpec());
    }
}
