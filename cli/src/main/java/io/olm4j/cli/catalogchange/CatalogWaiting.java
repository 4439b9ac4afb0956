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

/**
 * Waits until a catalog is served as its spec says, and shows the progress.
 *
 * @param timeout the longest time to wait
 * @param err receives the progress, and why the catalog is not served
 */
record CatalogWaiting(String name, Duration timeout, PrintWriter err) {

    /**
     * Waits.
     *
     * @return whether the catalog is served
     */
    boolean await(KubernetesClient client) {
        BlockingQueue<CatalogProgress> news = new LinkedBlockingQueue<>();
        try (SharedIndexInformer<ClusterCatalog> _ =
                client.resources(ClusterCatalog.class).withName(name).inform(new Handler(news))) {
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
            CatalogProgress progress = news.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            switch (progress) {
                case null -> {
                    err.println("olm: " + name + " was not served within " + timeout.toSeconds() + " s"
                            + (shown.isEmpty() ? "" : "; " + shown));
                    return false;
                }
                case CatalogProgress.Served() -> {
                    return true;
                }
                case CatalogProgress.Impossible(String message) -> {
                    err.println("olm: " + name + " cannot be served: " + message);
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
    private record Handler(BlockingQueue<CatalogProgress> news) implements ResourceEventHandler<ClusterCatalog> {

        @Override
        public void onAdd(ClusterCatalog catalog) {
            news.add(CatalogProgress.of(catalog));
        }

        @Override
        public void onUpdate(ClusterCatalog before, ClusterCatalog after) {
            news.add(CatalogProgress.of(after));
        }

        @Override
        public void onDelete(ClusterCatalog catalog, boolean finalStateUnknown) {
            news.add(new CatalogProgress.Impossible("it was deleted"));
        }
    }
}
