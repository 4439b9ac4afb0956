package io.olm4j.process.leader;

import io.fabric8.kubernetes.client.Config;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether this replica is the one that writes.
 *
 * <p>It begins as a follower; {@link #start} begins to compete for the Lease. A replica that lost the leadership may
 * regain it.
 */
public final class Leadership implements AutoCloseable {

    private final @Nullable LeaseKeeper keeper;
    private final List<Runnable> onLead = new CopyOnWriteArrayList<>();
    private final List<Runnable> onLost = new CopyOnWriteArrayList<>();
    private final List<Runnable> onCutOff = new CopyOnWriteArrayList<>();
    private final AtomicLong terms = new AtomicLong();
    private volatile boolean startedAlone;

    private Leadership(@Nullable Config config, @Nullable LeaseOptions lease, Duration longestSilence) {
        keeper = config == null || lease == null
                ? null
                : new LeaseKeeper(
                        config,
                        lease,
                        this::lead,
                        () -> onLost.forEach(Runnable::run),
                        () -> onCutOff.forEach(Runnable::run),
                        longestSilence);
    }

    /** The leadership of an only replica: it leads from its start on. */
    public static Leadership alone() {
        return new Leadership(null, null, LeaseKeeper.LONGEST_SILENCE);
    }

    /**
     * The leadership of one of several replicas.
     *
     * @param config of a client that may get, list, watch, create and update the lease
     */
    public static Leadership of(Config config, LeaseOptions lease) {
        return of(config, lease, LeaseKeeper.LONGEST_SILENCE);
    }

    /** The same, with another time after which a replica counts as cut off. */
    static Leadership of(Config config, LeaseOptions lease, Duration longestSilence) {
        return new Leadership(config, lease, longestSilence);
    }

    /**
     * Adds a listener that runs each time this replica becomes the leader, also if it did not lead only because a
     * renewal was answered late; then the listeners of a loss do not run. It runs on the thread of the election and
     * must return soon.
     */
    public void onLead(Runnable listener) {
        onLead.add(listener);
    }

    /** Adds a listener that runs each time this replica loses the leadership, but not when it releases the lease. */
    public void onLost(Runnable listener) {
        onLost.add(listener);
    }

    /**
     * Adds a listener that runs when this replica, leader or not, could neither read nor renew the lease for ten
     * minutes. What it was started with, such as the CA of the API server, may no longer be valid.
     */
    public void onCutOff(Runnable listener) {
        onCutOff.add(listener);
    }

    /** Begins to compete for the lease; listeners that were added before see every change. */
    public void start() {
        if (keeper != null) {
            keeper.start();
        } else {
            startedAlone = true;
            lead();
        }
    }

    private void lead() {
        terms.incrementAndGet();
        onLead.forEach(Runnable::run);
    }

    /**
     * How often this replica has become the leader. If the number has changed, another replica may have led meanwhile.
     */
    public long term() {
        return terms.get();
    }

    /**
     * Whether this replica leads now: it holds the lease, and its last renewal is so recent that no other replica can
     * hold the lease. The age of the renewal is measured on clocks that also run while the process is stopped, or the
     * machine is suspended.
     */
    public boolean isLeader() {
        return keeper == null ? startedAlone : keeper.holds();
    }

    /** Releases the lease, so that another replica need not wait. */
    @Override
    public void close() {
        startedAlone = false;
        if (keeper != null) {
            keeper.close();
        }
    }
}
