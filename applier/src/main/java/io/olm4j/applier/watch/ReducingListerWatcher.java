package io.olm4j.applier.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.internal.AbstractWatchManager;
import io.fabric8.kubernetes.client.informers.impl.ListerWatcher;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Lists and watches the objects of a kind for an informer, and reduces each object as soon as it is read. The library
 * reads a whole page first. An owner of a namespace can make objects of 3 MB, which take ten times the memory until
 * they are reduced.
 */
final class ReducingListerWatcher implements ListerWatcher<GenericKubernetesResource, GenericKubernetesResourceList> {

    private final ListerWatcher<GenericKubernetesResource, GenericKubernetesResourceList> whole;
    private final ObjectClient client;
    private final RestMapping mapping;
    private final String selector;
    private final UnaryOperator<GenericKubernetesResource> reduce;
    private final Executor threads;

    /**
     * Sends no request.
     *
     * @param whole makes the watches of the same objects
     * @param selector the selector of labels; empty for all objects
     * @param reduce makes the reduced form; may change its argument
     * @param threads each list takes one until it is read
     */
    ReducingListerWatcher(
            ListerWatcher<GenericKubernetesResource, GenericKubernetesResourceList> whole,
            ObjectClient client,
            RestMapping mapping,
            String selector,
            UnaryOperator<GenericKubernetesResource> reduce,
            Executor threads) {
        this.whole = whole;
        this.client = client;
        this.mapping = mapping;
        this.selector = selector;
        this.reduce = reduce;
        this.threads = threads;
    }

    @Override
    public CompletableFuture<GenericKubernetesResourceList> submitList(ListOptions options) {
        return CompletableFuture.supplyAsync(() -> list(options), threads);
    }

    private GenericKubernetesResourceList list(ListOptions options) {
        String path = mapping.path() + "?limit=" + options.getLimit() + parameter("labelSelector", selector)
                + parameter("continue", options.getContinue())
                + parameter("resourceVersion", options.getResourceVersion());
        List<GenericKubernetesResource> reduced = new ArrayList<>();
        var list = new GenericKubernetesResourceList();
        try {
            list.setMetadata(client.list(path, item -> {
                item.setApiVersion(mapping.kind().apiVersion());
                item.setKind(mapping.kind().kind());
                reduced.add(reduce.apply(item));
            }));
        } catch (ApiException e) {
            throw new KubernetesClientException(e.text(), e, e.code(), null, null);
        }
        list.setItems(reduced);
        return list;
    }

    private static String parameter(String name, @Nullable String value) {
        return value == null || value.isEmpty() ? "" : "&" + name + "=" + URLEncoder.encode(value, UTF_8);
    }

    @Override
    public CompletableFuture<AbstractWatchManager<GenericKubernetesResource>> submitWatch(
            ListOptions options, Watcher<GenericKubernetesResource> watcher) {
        return whole.submitWatch(options, new ReducingWatcher(watcher));
    }

    @Override
    public Long getLimit() {
        return whole.getLimit();
    }

    @Override
    public int getWatchReconnectInterval() {
        return whole.getWatchReconnectInterval();
    }

    @Override
    public String getApiEndpointPath() {
        return whole.getApiEndpointPath();
    }

    @Override
    public Config getConfig() {
        return whole.getConfig();
    }

    private final class ReducingWatcher implements Watcher<GenericKubernetesResource> {

        private final Watcher<GenericKubernetesResource> watcher;

        ReducingWatcher(Watcher<GenericKubernetesResource> watcher) {
            this.watcher = watcher;
        }

        @Override
        public void eventReceived(Action action, GenericKubernetesResource object) {
            boolean isKept = action == Action.ADDED || action == Action.MODIFIED;
            watcher.eventReceived(action, isKept ? reduce.apply(object) : object);
        }

        @Override
        public void onClose() {
            watcher.onClose();
        }

        @Override
        public void onClose(WatcherException cause) {
            watcher.onClose(cause);
        }

        /** The limit of attempts counts: the informer lists anew when they are used up. */
        @Override
        public boolean reconnecting() {
            return false;
        }
    }
}
