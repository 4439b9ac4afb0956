package io.olm4j.process.leader;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this replica is the one that writes; without a lease it always is. */
public final class Leadership implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

    private final Runnable onLead;
    private volatile boolean leads;
    private volatile boolean closed;
    private volatile @Nullable CompletableFuture<?> campaign;

    private Leadership(boolean leads, Runnable onLead) {
        this.leads = leads;
        this.onLead = onLead;
    }

    /**
     * Begins to compete for the lease, if there is one.
     *
     * @param onLead what to do each time this replica becomes the leader
     */
    public static Leadership start(KubernetesClient client, Optional<LeaseOptions> lease, Runnable onLead) {
        Leadership leadership = new Leadership(lease.isEmpty(), onLead);
        lease.ifPresent(options -> leadership.run(elector(client, options, leadership)));
        return leadership;
    }

    public boolean isLeader() {
        return leads;
    }

    /** An elector gives up when it loses the lease; this one then competes again. */
    private void run(LeaderElector elector) {
        if (closed) {
            return;
        }
        CompletableFuture<?> running = elector.start();
        campaign = running;
        var _ = running.whenComplete((_, failure) -> {
            if (failure != null && !closed) {
                LOG.warn("Competing for the lease failed, trying again", failure);
            }
            leads = false;
            if (!closed) {
                run(elector);
            }
        });
    }

    private static LeaderElector elector(KubernetesClient client, LeaseOptions lease, Leadership leadership) {
        LeaderCallbacks callbacks = new LeaderCallbacks(
                leadership::lead, leadership::stopLeading, leader -> LOG.info("The leader is {}", leader));
        return client.leaderElector()
                .withConfig(new LeaderElectionConfigBuilder()
                        .withName(lease.name())
                        .withLock(new LeaseLock(lease.namespace(), lease.name(), lease.identity()))
                        .withLeaseDuration(lease.duration())
                        .withRenewDeadline(lease.renewDeadline())
                        .withRetryPeriod(lease.retryPeriod())
                        .withReleaseOnCancel(true)
                        .withLeaderCallbacks(callbacks)
                        .build())
                .build();
    }

    private void lead() {
        LOG.info("This replica leads");
        leads = true;
        onLead.run();
    }

    private void stopLeading() {
        LOG.info("This replica no longer leads");
        leads = false;
    }

    /** Gives the lease back, so that another replica need not wait. */
    @Override
    public void close() {
        closed = true;
        CompletableFuture<?> running = campaign;
        if (running != null) {
            running.cancel(true);
        }
    }
}
