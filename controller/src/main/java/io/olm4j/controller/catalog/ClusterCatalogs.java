package io.olm4j.controller.catalog;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.catalogdclient.CatalogLocation;
import io.olm4j.catalogdclient.Lookup;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.process.time.SteadyTime;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.Candidates.Unavailable;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The catalogs of the cluster for extensions: watches them, fetches changed content into the index, and answers
 * look-ups by package.
 */
public final class ClusterCatalogs implements AutoCloseable {

    private final SharedIndexInformer<ClusterCatalog> informer;
    private final CatalogIndex index;
    private final CatalogIndexUpdater refresher;
    private final List<Consumer<CatalogChange>> listeners = new CopyOnWriteArrayList<>();

    /** Creates the catalogs; {@link #start} watches them. */
    public ClusterCatalogs(KubernetesClient client, CatalogIndex index) {
        // Retried without end once it has started: there is no other source of these events.
        this.informer = client.resources(ClusterCatalog.class)
                .runnableInformer(0)
                .exceptionHandler((isStarted, _) -> isStarted);
        this.index = index;
        this.refresher = new CatalogIndexUpdater(index, new SteadyTime(), this::contentChanged);
    }

    /** Registers a listener that receives each change after which an extension may resolve differently. */
    public void onChange(Consumer<CatalogChange> listener) {
        listeners.add(listener);
    }

    private void tell(CatalogChange change) {
        listeners.forEach(listener -> listener.accept(change));
    }

    private void contentChanged(String name, Optional<Set<String>> packages) {
        ClusterCatalog catalog = informer.getStore().getByKey(name);
        if (catalog != null) {
            tell(new CatalogChange(List.of(SelectedCatalogs.labels(catalog)), packages));
        }
    }

    /**
     * Starts to watch. Returns when the first fetch of every served catalog without content from an earlier process has
     * ended, at the latest after {@code patience}. So an extension does not see a catalog as missing only because the
     * process has just started.
     */
    public void start(Duration patience) {
        informer.run();
        Set<String> gone = new HashSet<>(index.catalogs());
        informer.getStore()
                .list()
                .forEach(catalog -> gone.remove(catalog.getMetadata().getName()));
        gone.forEach(index::remove);
        CompletableFuture<?>[] fetches = informer.getStore().list().stream()
                .flatMap(catalog ->
                        refresh(catalog)
                                .filter(_ ->
                                        !index.hasContent(catalog.getMetadata().getName()))
                                .stream())
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(fetches)
                .completeOnTimeout(null, patience.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        informer.addEventHandler(new Changes());
        // Those that were deleted before the handler was there.
        refresher.catalogs().stream()
                .filter(name -> informer.getStore().getByKey(name) == null)
                .forEach(refresher::forget);
    }

    /**
     * The candidates for a package in the selected catalogs.
     *
     * @throws IllegalArgumentException if the selector is invalid; the message says how
     */
    public Candidates candidates(Optional<LabelSelector> selector, String packageName) {
        return SelectedCatalogs.of(informer.getStore().list(), selector)
                .candidates(catalog -> index.lookup(catalog.getMetadata().getName(), packageName), this::unavailable);
    }

    private Unavailable unavailable(ClusterCatalog catalog, Lookup.NoAnswer lookup) {
        String name = catalog.getMetadata().getName();
        refresher.repair(name);
        return new Unavailable(
                name,
                catalog.getSpec().priority(),
                SelectedCatalogs.explain(catalog, refresher.failure(name), lookup),
                refresher.isBeingRead(name));
    }

    /**
     * The packages that the selected catalogs offer for an API, the best one first.
     *
     * @throws IllegalArgumentException if the selector is invalid; the message says how
     */
    public List<Provider> providers(Optional<LabelSelector> selector, ApiKind api) {
        return SelectedCatalogs.of(informer.getStore().list(), selector).providers(api, index::providers);
    }

    private Optional<CompletableFuture<Void>> refresh(ClusterCatalog catalog) {
        String name = catalog.getMetadata().getName();
        // Also of a catalog that is not served: content on disk may be of an earlier one of the same name.
        index.identify(name, catalog.getMetadata().getUid());
        if (catalog.isDisabled()) {
            // Its image may be another one when it is enabled again.
            refresher.forget(name);
            return Optional.empty();
        }
        try {
            Optional<CatalogLocation> location = SelectedCatalogs.location(catalog);
            if (location.isEmpty()) {
                refresher.pause(name);
            }
            return location.map(refresher::request);
        } catch (IllegalArgumentException e) {
            refresher.refuse(name, "catalog \"" + name + "\" cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** The number of failed fetches that are to be retried. */
    int waitingRetries() {
        return refresher.waitingRetries();
    }

    @Override
    public void close() {
        informer.close();
        refresher.close();
    }

    /** Turns events of the API server into fetches and into notifications for the extensions. */
    private final class Changes implements ResourceEventHandler<ClusterCatalog> {

        @Override
        public void onAdd(ClusterCatalog catalog) {
            take(catalog);
            changed(catalog);
        }

        @Override
        public void onUpdate(ClusterCatalog before, ClusterCatalog after) {
            if (!before.getMetadata().getUid().equals(after.getMetadata().getUid())) {
                // It was deleted and created again while the watch was interrupted.
                refresher.forget(before.getMetadata().getName());
            }
            take(after);
            if (concernsExtensions(before, after)) {
                changed(before, after);
            }
        }

        @Override
        public void onDelete(ClusterCatalog catalog, boolean finalStateUnknown) {
            refresher.forget(catalog.getMetadata().getName());
            changed(catalog);
        }

        private void changed(ClusterCatalog... versions) {
            tell(new CatalogChange(
                    Stream.of(versions).map(SelectedCatalogs::labels).toList(), Optional.empty()));
        }

        private void take(ClusterCatalog catalog) {
            var _ = refresh(catalog);
        }

        private boolean concernsExtensions(ClusterCatalog before, ClusterCatalog after) {
            return !Objects.equals(before.getSpec(), after.getSpec())
                    || !Objects.equals(
                            before.getMetadata().getLabels(),
                            after.getMetadata().getLabels())
                    || SelectedCatalogs.isServed(before) != SelectedCatalogs.isServed(after)
                    || !SelectedCatalogs.isServed(after);
        }
    }
}
