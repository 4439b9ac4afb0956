package io.olm4j.process.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.util.Optional;

/**
 * A Lease and when this replica saw that state of it first.
 *
 * <p>How long a leader has been silent is measured from there on this machine: its clock and ours may differ, so that
 * the time it wrote proves nothing.
 *
 * @param seenNanos as of {@link System#nanoTime}
 */
record ObservedLease(Lease lease, long seenNanos) {

    String version() {
        return lease.getMetadata().getResourceVersion();
    }

    /** Its holder; empty once it was released. */
    String holder() {
        return spec().map(LeaseSpec::getHolderIdentity).orElse("");
    }

    /**
     * How long it has to be left to its holder.
     *
     * @param fallback how long a lease lasts that does not say so
     * @return zero or less if it is free
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
