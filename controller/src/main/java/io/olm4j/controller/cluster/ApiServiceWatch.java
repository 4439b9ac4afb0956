package io.olm4j.controller.cluster;

import io.fabric8.kubernetes.api.model.APIService;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches APIServices and keeps nothing of them. The watch is opened anew whenever it ends, and tells of all of them
 * each time: so an API server that was replaced by another one is an event too.
 */
final class ApiServiceWatch implements AutoCloseable {

    /** About as long as an API server lets a watch last if it is not asked for anything else. */
    static final long SECONDS = 45 * 60;

    private static final Logger LOG = LoggerFactory.getLogger(ApiServiceWatch.class);
    private static final long SHORTEST_PAUSE = 1;
    private static final long LONGEST_PAUSE = 30;

    private final KubernetesClient client;
    private final long seconds;
    private final ScheduledExecutorService timer;
    private final Runnable onEvent;
    private @Nullable Watch watch;
    private boolean closed;
    private long pause = SHORTEST_PAUSE;

    /**
     * A watch that is not open yet.
     *
     * @param seconds how long a watch lasts
     * @param timer where it is opened anew
     */
    ApiServiceWatch(KubernetesClient client, long seconds, ScheduledExecutorService timer, Runnable onEvent) {
        this.client = client;
        this.seconds = seconds;
        this.timer = timer;
        this.onEvent = onEvent;
    }

    /** Opens the watch; if that fails, later. */
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
        } catch (KubernetesClientException e) {
            LOG.debug("APIServices cannot be watched now", e);
            openLater();
        }
    }

    private synchronized void keep(Watch opened) {
        if (closed) {
            opened.close();
        } else {
            watch = opened;
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
