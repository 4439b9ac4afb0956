package io.olm4j.process.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a Lease when it is free and renews it while this replica holds it, on its own thread.
 *
 * <p>The fabric8 client has an elector too. This class differs in three points. It watches the Lease: it takes a
 * released lease at once and an expired lease at its expiry, not at the next poll (26 s by default). It does not
 * compare the clocks of two machines. It knows when the last renewal was sent, and the write fence uses that time.
 */
final class LeaseKeeper implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(2);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(6);

    /**
     * How long a replica may have no access to the Lease; after that it may never get access again without a restart.
     */
    static final Duration LONGEST_SILENCE = Duration.ofMinutes(10);

    private final LeaseOptions options;
    private final LeaseClient client;
    private final Runnable onLead;
    private final Runnable onLost;
    private final Runnable onCutOff;
    private final Duration longestSilence;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("leader-election").unstarted(this::run);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable ObservedLease observed;
    private @Nullable SharedIndexInformer<Lease> watch;
    private boolean hasNews;
    private volatile boolean closed;

    /**
     * When the last successful request to take or renew the lease was sent; null if this replica does not hold the
     * lease.
     */
    private volatile @Nullable SentTime renewed;

    /** Why the last attempt failed; null if it did not. It is logged once. */
    private @Nullable String problem;

    /** When the present series of failed attempts began, in nanoseconds; null after a successful attempt. */
    private @Nullable Long failingSince;

    /** Whether the last renewal was refused because the Lease had changed, so that the current one is read at once. */
    private boolean readAgain;

    /**
     * Makes the keeper of a lease.
     *
     * @param onCutOff runs when the lease could neither be read nor renewed for the longest silence
     */
    LeaseKeeper(
            Config config,
            LeaseOptions options,
            Runnable onLead,
            Runnable onLost,
            Runnable onCutOff,
            Duration longestSilence) {
        this.options = options;
        this.client = new LeaseClient(config, options);
        this.onLead = onLead;
        this.onLost = onLost;
        this.onCutOff = onCutOff;
        this.longestSilence = longestSilence;
    }

    void start() {
        thread.start();
    }

    boolean holds() {
        SentTime last = renewed;
        return last != null && last.isWithin(options.renewDeadline(), SentTime.now());
    }

    private void run() {
        try {
            while (!closed) {
                await(step());
            }
        } finally {
            if (watch != null) {
                watch.stop();
            }
            release();
            client.close();
        }
    }

    /**
     * Makes one attempt to take or to renew the lease; returns how long to wait for the next attempt if no news
     * arrives.
     */
    private Duration step() {
        try {
            if (watch == null) {
                watch = client.watch(new Handler());
            }
            Duration pause = renewed == null ? take() : renew();
            problem = null;
            failingSince = null;
            return pause;
        } catch (RuntimeException e) {
            if (renewed != null && !holds()) {
                lose("it could not be renewed for " + options.renewDeadline().toSeconds() + " s: " + e.getMessage());
            } else if (!isConflict(e)) {
                fail(String.valueOf(e.getMessage()));
            }
            failed(e);
            return min(PAUSE_AFTER_FAILURE, options.retryPeriod());
        }
    }

    /** Whether another replica was faster. */
    private static boolean isConflict(RuntimeException e) {
        return e instanceof KubernetesClientException refused && refused.getCode() == HttpURLConnection.HTTP_CONFLICT;
    }

    private void fail(String text) {
        if (!text.equals(problem)) {
            LOG.warn("Lease {}: {}", options.name(), text);
        }
        problem = text;
    }

    /** A conflict is an answer of the API server. */
    private void failed(RuntimeException e) {
        if (isConflict(e)) {
            failingSince = null;
            return;
        }
        long now = System.nanoTime();
        if (failingSince == null) {
            failingSince = now;
        } else if (now - failingSince >= longestSilence.toNanos()) {
            failingSince = now;
            LOG.error(
                    "Lease {}: it could neither be read nor renewed for {} s; the credentials or the CA may be"
                            + " outdated: {}",
                    options.name(),
                    longestSilence.toSeconds(),
                    e.getMessage());
            onCutOff.run();
        }
    }

    private Duration take() {
        ObservedLease known = known();
        if (known != null && remaining(known).isPositive()) {
            return remaining(known); // If the holder releases it before, the watch reports that.
        }
        SentTime sent = SentTime.now();
        Optional<Lease> live = client.get();
        if (live.isEmpty()) {
            lead(client.create(), sent);
            return options.retryPeriod();
        }
        if (known == null || !known.version().equals(live.get().getMetadata().getResourceVersion())) {
            // The lease has changed: its duration counts from now.
            return remaining(observe(live.get()));
        }
        lead(client.take(known), sent);
        return options.retryPeriod();
    }

    private Duration renew() {
        ObservedLease known = known();
        if (known == null || !known.holder().equals(options.identity())) {
            // The watch may be late or early: the current Lease decides.
            Optional<Lease> live = client.get();
            if (live.isEmpty() && holds()) {
                return createAgain();
            }
            if (live.isEmpty() || !holder(live.get()).equals(options.identity())) {
                lose(live.map(lease -> holder(lease) + " holds it").orElse("it was deleted"));
                live.ifPresent(this::observe);
                return Duration.ZERO;
            }
            known = observe(live.get());
        }
        SentTime sent = SentTime.now();
        try {
            Lease held = client.renew(known.lease());
            readAgain = false;
            if (holds()) {
                observe(held);
                renewed = sent;
            } else {
                // The answer came after the renew deadline: meanwhile this replica may have acted as a follower.
                lead(held, sent);
            }
            return options.retryPeriod();
        } catch (KubernetesClientException e) {
            forget();
            boolean hasChanged =
                    e.getCode() == HttpURLConnection.HTTP_CONFLICT || e.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
            if (hasChanged && !readAgain) {
                readAgain = true;
                return Duration.ZERO;
            }
            throw e;
        }
    }

    /** The answer is a conflict if another replica was faster. */
    private Duration createAgain() {
        SentTime sent = SentTime.now();
        observe(client.create());
        renewed = sent;
        LOG.warn("Lease {}: it was deleted; this replica has created it again and goes on to lead", options.name());
        return options.retryPeriod();
    }

    private void lead(Lease held, SentTime sent) {
        observe(held);
        renewed = sent;
        LOG.info("This replica leads by the lease {}", options.name());
        onLead.run();
    }

    private void lose(String why) {
        renewed = null;
        LOG.warn("This replica no longer leads by the lease {}: {}", options.name(), why);
        onLost.run();
    }

    private void release() {
        if (renewed == null) {
            return;
        }
        ObservedLease known = known();
        renewed = null;
        try {
            Lease held = known != null && known.holder().equals(options.identity())
                    ? known.lease()
                    : client.get().orElse(null);
            if (held != null && holder(held).equals(options.identity())) {
                client.release(held);
                LOG.info("The lease {} is released", options.name());
            }
        } catch (KubernetesClientException e) {
            LOG.warn("The lease {} could not be released: {}", options.name(), e.getMessage());
        }
    }

    private Duration remaining(ObservedLease lease) {
        return lease.holder().equals(options.identity())
                ? Duration.ZERO
                : lease.heldFor(System.nanoTime(), options.duration());
    }

    private static String holder(Lease lease) {
        return new ObservedLease(lease, 0).holder();
    }

    private @Nullable ObservedLease known() {
        lock.lock();
        try {
            hasNews = false;
            return observed;
        } finally {
            lock.unlock();
        }
    }

    private void forget() {
        lock.lock();
        try {
            observed = null;
        } finally {
            lock.unlock();
        }
    }

    private ObservedLease observe(Lease lease) {
        lock.lock();
        try {
            ObservedLease known = observed;
            if (known == null || !known.version().equals(lease.getMetadata().getResourceVersion())) {
                known = new ObservedLease(lease, System.nanoTime());
                observed = known;
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    private void await(Duration pause) {
        lock.lock();
        try {
            long left = pause.toNanos();
            while (left > 0 && !closed && !hasNews) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            if (thread.isAlive() && !thread.join(LONGEST_STOP)) {
                LOG.warn("The election for the lease {} does not end", options.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close();
    }

    private void tell() {
        lock.lock();
        try {
            hasNews = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Receives the events of the watch. An event of an earlier version does no harm, because the lease is read before
     * each write.
     */
    private final class Handler implements ResourceEventHandler<Lease> {
        @Override
        public void onAdd(Lease lease) {
            changed(lease);
        }

        @Override
        public void onUpdate(Lease before, Lease now) {
            changed(now);
        }

        @Override
        public void onDelete(Lease lease, boolean unknownState) {
            forget();
            tell();
        }

        /** A renewal by the holder is not news: the lease only lasts longer. */
        private void changed(Lease lease) {
            String holder = observe(lease).holder();
            if (holder.isEmpty() || (renewed != null && !holder.equals(options.identity()))) {
                tell();
            }
        }
    }
}
