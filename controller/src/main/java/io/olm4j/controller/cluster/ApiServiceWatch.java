package io.olm4j.controller.cluster;

import io.fabric8.kubernetes.api.model.APIService;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches APIServices without storing them. The watch is reopened whenever it ends, and each reopening reports all
 * APIServices. So the replacement of an API server is an event too.
 */
final class ApiServiceWatch implements AutoCloseable {

    /** The duration of a watch in seconds: about the default of an API server. */
    static final long SECONDS = 45 * 60;

    private static final Logger LOG = LoggerFactory.getLogger(ApiServiceWatch.class);
    private static final long SHORTEST_PAUSE = 1;
    private static final long LONGEST_PAUSE = 30;

    /** How many seconds after its duration an open watch counts as lost. */
    private static final long LOST_AFTER = 60;

    private final KubernetesClient client;
    private final long seconds;
    private final ScheduledExecutorService timer;
    private final Runnable onEvent;
    private @Nullable Watch watch;
    private @Nullable Future<?> end;
    private boolean closed;
    private long pause = SHORTEST_PAUSE;

    /**
     * Creates a watch; {@link #open} opens it.
     *
     * @param seconds the duration of a watch
     * @param timer reopens the watch
     */
    ApiServiceWatch(KubernetesClient client, long seconds, ScheduledExecutorService timer, Runnable onEvent) {
        this.client = client;
        this.seconds = seconds;
        this.timer = timer;
        this.onEvent = onEvent;
    }

    /** Opens the watch, or tries again later if that fails. */
    void open() {
        RequestConfig once = new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withWatchReconnectLimit(0)
                .build();
        try {
            Watch opened = client.adapt(NamespacedKubernetesClient.class)
                    .withRequestConfig(once)
                    .call(configured -> configured
                            .apiServices()
                            .watch(
                                    new ListOptionsBuilder()
                                            .withTimeoutSeconds(seconds)
                                            .build(),
                                    new Events()));
            keep(opened);
        } catch (RuntimeException e) {
            LOG.debug("APIServices cannot be watched now", e);
            openLater();
        }
    }

    private synchronized void keep(Watch opened) {
        if (closed) {
            opened.close();
            return;
        }
        watch = opened;
        if (end != null) {
            end.cancel(false);
        }
        try {
            // The API server ends the watch before that, unless the connection was lost silently.
            end = timer.schedule(opened::close, seconds + LOST_AFTER, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            LOG.trace("closed meanwhile", e);
        }
    }

    private synchronized void openLater() {
        if (!closed) {
            try {
                var _ = timer.schedule(this::open, pause, TimeUnit.SECONDS);
                pause = Math.min(2 * pause, LONGEST_PAUSE);
            } catch (RejectedExecutionException e) {
                LOG.trace("closed meanwhile", e);
            }
        }
    }

    private synchronized void opened() {
        pause = SHORTEST_PAUSE;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (watch != null) {
            watch.close();
        }
    }

    private final class Events implements Watcher<APIService> {

        @Override
        public void eventReceived(Action action, APIService service) {
            opened();
            onEvent.run();
        }

        @Override
        public void onClose() {
            openLater();
        }

        @Override
        public void onClose(WatcherException cause) {
            openLater();
        }
    }
}
