package io.olm4j.controller.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.process.time.TaskTimer;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kinds that the API server serves now, and its version. Both are read again when an APIService or a
 * CustomResourceDefinition changes, and when the watch of APIServices is reopened; the latter also reveals a new
 * version of the API server. Without events nothing is read.
 *
 * <p>While an aggregated API server is down, its kinds stay as they were last known, until its APIService is deleted. A
 * kind counts as gone when two reads, two seconds apart, do not find it.
 */
public final class ServedApis implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServedApis.class);

    private final DiscoveryReader reader;
    private final DiscoverySchedule pace = new DiscoverySchedule();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final TaskTimer timer = new TaskTimer("served-apis");
    private final ApiServiceWatch watch;
    private volatile Snapshot snapshot;

    /** The kinds that the last read did not find, although an earlier one did. Only the thread of the timer uses it. */
    private Set<ApiKind> missing = Set.of();

    private @Nullable Future<?> armed;

    /** The result of the last read. */
    private record Snapshot(Discovery discovery, Set<ApiKind> kinds, String version) {

        static Snapshot of(Discovery discovery, String version) {
            return new Snapshot(discovery, discovery.all(), version);
        }
    }

    private ServedApis(KubernetesClient client, long watchSeconds) {
        reader = new DiscoveryReader(ObjectClient.of(client));
        snapshot = Snapshot.of(reader.read(), reader.version());
        watch = new ApiServiceWatch(client, watchSeconds, timer, this::mayHaveChanged);
    }

    /**
     * Reads the served kinds, and starts to watch APIServices. The caller reports changes of CustomResourceDefinitions
     * by {@link #mayHaveChanged}.
     *
     * @throws ApiException if the API server does not answer
     */
    public static ServedApis start(KubernetesClient client) {
        return start(client, ApiServiceWatch.SECONDS);
    }

    /**
     * Reads the served kinds once, and does not watch for changes.
     *
     * @throws ApiException if the API server does not answer
     */
    public static ServedApis read(KubernetesClient client) {
        return new ServedApis(client, ApiServiceWatch.SECONDS);
    }

    /** The same as {@link #start}, with a watch that is reopened after {@code watchSeconds}. */
    static ServedApis start(KubernetesClient client, long watchSeconds) {
        var served = new ServedApis(client, watchSeconds);
        served.watch.open();
        return served;
    }

    /** Whether a kind is served. */
    public boolean serves(ApiKind kind) {
        return snapshot.kinds().contains(kind);
    }

    /** Every kind that is served. */
    public Set<ApiKind> all() {
        return snapshot.kinds();
    }

    /**
     * The versions of groups, each as an apiVersion, of which it is not known what they serve: their aggregated API
     * server has not answered since the start.
     */
    public Set<String> unanswered() {
        return snapshot.discovery().unanswered();
    }

    /** The version that the API server reports, such as {@code v1.36.3}; empty if it reports none. */
    public String kubernetesVersion() {
        return snapshot.version();
    }

    /** Registers a listener that runs each time the kinds or the version have changed. It must return soon. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /**
     * Notes an event after which other kinds may be served. The kinds are read soon, once for a burst of events, and
     * again later.
     */
    public synchronized void mayHaveChanged() {
        pace.event(now());
        arm();
    }

    private synchronized void arm() {
        if (armed != null) {
            armed.cancel(false);
            armed = null;
        }
        OptionalLong next = pace.next();
        if (next.isPresent() && !timer.isShutdown()) {
            try {
                armed = timer.schedule(this::readAgain, Math.max(0, next.getAsLong() - now()), TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                LOG.trace("closed meanwhile", e);
            }
        }
    }

    private void readAgain() {
        long start = now();
        boolean changed = false;
        try {
            Snapshot before = snapshot;
            Discovery found = reader.read().keepingStaleOf(before.discovery());
            Snapshot now = Snapshot.of(found.keepingUnconfirmed(before.discovery(), missing), reader.version());
            missing = found.missing(before.discovery());
            changed = !now.kinds().equals(before.kinds())
                    || !now.version().equals(before.version())
                    || !now.discovery().unanswered().equals(before.discovery().unanswered());
            snapshot = now;
            synchronized (this) {
                pace.succeeded(start);
                if (!found.all().equals(now.kinds())) {
                    pace.event(start); // To confirm what is missing.
                }
            }
        } catch (ApiException e) {
            LOG.warn("The APIs that the API server serves could not be read and are read again soon: {}", e.text());
            synchronized (this) {
                pace.failed(start);
            }
        } catch (RuntimeException e) {
            // An answer that cannot be understood must not end the reads for good.
            LOG.error("The APIs that the API server serves could not be read and are read again soon", e);
            synchronized (this) {
                pace.failed(start);
            }
        }
        arm();
        if (changed) {
            listeners.forEach(Runnable::run);
        }
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    @Override
    public void close() {
        timer.shutdownNow();
        watch.close();
    }
}
