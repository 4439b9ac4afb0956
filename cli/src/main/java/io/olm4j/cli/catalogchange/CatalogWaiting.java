package io.olm4j.cli.catalogchange;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.cli.OlmException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Waits until a catalog has a state, and shows the progress.
 *
 * @param goal what the catalog then is, as in "served"
 * @param timeout the longest time to wait
 * @param progress how far catalogd is with the catalog
 * @param err receives the progress, and why the catalog does not have the state
 */
record CatalogWaiting(
        String name,
        String goal,
        Duration timeout,
        Function<ClusterCatalog, CatalogProgress> progress,
        PrintWriter err) {

    /**
     * Waits; the user must have the right to watch.
     *
     * @return whether the catalog has the state
     */
    boolean await(KubernetesClient client) {
        BlockingQueue<CatalogProgress> news = new LinkedBlockingQueue<>();
        try (SharedIndexInformer<ClusterCatalog> _ =
                client.resources(ClusterCatalog.class).withName(name).inform(new Handler(news, progress))) {
            return follow(news);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OlmException("interrupted", e);
        }
    }

    private boolean follow(BlockingQueue<CatalogProgress> news) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        String shown = "";
        for (; ; ) {
            CatalogProgress next = news.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            switch (next) {
                case null -> {
                    err.println("olm: " + name + " was not " + goal + " within " + timeout.toSeconds() + " s"
                            + (shown.isEmpty() ? "" : "; " + shown));
                    return false;
                }
                case CatalogProgress.Served() -> {
                    return true;
                }
                case CatalogProgress.Impossible(String message) -> {
                    err.println("olm: " + name + " cannot be " + goal + ": " + message);
                    return false;
                }
                case CatalogProgress.Pending(String message) -> {
                    if (!message.equals(shown)) {
                        err.println(name + ": " + message);
                        shown = message;
                    }
                }
            }
        }
    }

    /** Turns events of the API server into progress. */
    private record Handler(BlockingQueue<CatalogProgress> news, Function<ClusterCatalog, CatalogProgress> progress)
            implements ResourceEventHandler<ClusterCatalog> {

        @Override
        public void onAdd(ClusterCatalog catalog) {
            news.add(progress.apply(catalog));
        }

        @Override
        public void onUpdate(ClusterCatalog before, ClusterCatalog after) {
            news.add(progress.apply(after));
        }

        @Override
        public void onDelete(ClusterCatalog catalog, boolean finalStateUnknown) {
            news.add(new CatalogProgress.Impossible("it was deleted"));
        }
    }
}
