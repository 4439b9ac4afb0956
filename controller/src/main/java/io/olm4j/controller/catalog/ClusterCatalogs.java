package io.olm4j.controller.catalog;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogSpec.AvailabilityMode;
import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.LabelSelectors;
import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.catalogdclient.CatalogLocation;
import io.olm4j.catalogdclient.Lookup;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.Candidates.Unavailable;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The catalogs of the cluster for extensions: watches them, fetches changed content into the index, and answers
 * look-ups by package.
 */
public final class ClusterCatalogs implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterCatalogs.class);

    private static final int MAX_PROVIDERS = 20;

    private final SharedIndexInformer<ClusterCatalog> informer;
    private final CatalogIndex index;
    private final CatalogIndexUpdater refresher;
    private final Consumer<CatalogChange> onChange;

    /**
     * Creates the catalogs; {@link #start} watches them.
     *
     * @param onChange receives each change after which an extension may resolve differently
     */
    public ClusterCatalogs(KubernetesClient client, CatalogIndex index, Consumer<CatalogChange> onChange) {
        this.informer = client.resources(ClusterCatalog.class).runnableInformer(0);
        this.index = index;
        this.onChange = onChange;
        this.refresher = new CatalogIndexUpdater(index, this::contentChanged);
    }

    private void contentChanged(String name, Optional<Set<String>> packages) {
        ClusterCatalog catalog = informer.getStore().getByKey(name);
        if (catalog != null) {
            onChange.accept(new CatalogChange(List.of(labels(catalog)), packages));
        }
    }

    private static Map<String, String> labels(ClusterCatalog catalog) {
        return Optional.ofNullable(catalog.getMetadata().getLabels()).orElse(Map.of());
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
    }

    /**
     * The candidates for a package in the selected catalogs.
     *
     * @throws IllegalArgumentException if the selector is invalid; the message says how
     */
    public Candidates candidates(Optional<LabelSelector> selector, String packageName) {
        List<ClusterCatalog> matching = matching(selector);
        var graphs = new ArrayList<CatalogGraph>();
        var unavailable = new ArrayList<Unavailable>();
        for (ClusterCatalog catalog : matching) {
            if (isDisabled(catalog)) {
                continue;
            }
            String name = catalog.getMetadata().getName();
            int priority = catalog.getSpec().priority();
            switch (index.lookup(name, packageName)) {
                case Lookup.Found found -> graphs.add(new CatalogGraph(name, priority, found.graph()));
                case Lookup.NoSuchPackage _ ->
                    LOG.atTrace()
                            .addKeyValue("catalog", name)
                            .addKeyValue("package", packageName)
                            .log("The catalog does not have the package");
                case Lookup.Unavailable(String reason) -> {
                    refresher.repair(name);
                    unavailable.add(
                            new Unavailable(name, priority, explain(catalog, reason), refresher.isBeingRead(name)));
                }
            }
        }
        return new Candidates(graphs, unavailable, !matching.isEmpty());
    }

    /**
     * The packages that the selected catalogs offer for an API, those of the catalog with the highest priority first,
     * then by name; at most {@value #MAX_PROVIDERS}. Does not check whether a version of them fits.
     *
     * @throws IllegalArgumentException if the selector is invalid; the message says how
     */
    public List<Provider> providers(Optional<LabelSelector> selector, ApiKind api) {
        Comparator<ClusterCatalog> byPriority =
                Comparator.comparing(catalog -> catalog.getSpec().priority(), Comparator.reverseOrder());
        return matching(selector).stream()
                .filter(catalog -> !isDisabled(catalog))
                .sorted(byPriority)
                .map(catalog -> catalog.getMetadata().getName())
                .flatMap(
                        name -> index.providers(name, api).stream().map(packageName -> new Provider(name, packageName)))
                .limit(MAX_PROVIDERS)
                .toList();
    }

    private List<ClusterCatalog> matching(Optional<LabelSelector> selector) {
        Predicate<Map<String, String>> selected = LabelSelectors.predicate(selector.orElse(null));
        return informer.getStore().list().stream()
                .filter(catalog -> catalog.getMetadata().getDeletionTimestamp() == null)
                .filter(catalog -> selected.test(labels(catalog)))
                .sorted(Comparator.comparing(catalog -> catalog.getMetadata().getName()))
                .toList();
    }

    private static boolean isDisabled(ClusterCatalog catalog) {
        return catalog.getSpec().availabilityMode() == AvailabilityMode.UNAVAILABLE;
    }

    private String explain(ClusterCatalog catalog, String indexReason) {
        String name = catalog.getMetadata().getName();
        ClusterCatalogStatus status = catalog.statusOrEmpty();
        if (!isServed(status)) {
            String why = Conditions.find(status.conditions(), ConditionTypes.PROGRESSING)
                    .map(Condition::message)
                    .filter(message -> !message.isEmpty())
                    .orElse("catalogd has not unpacked it yet");
            return "catalog \"%s\" is not being served: %s (see \"kubectl describe clustercatalog %s\")"
                    .formatted(name, why, name);
        }
        return refresher
                .failure(name)
                .map(failure -> "error retrieving cache for catalog \"%s\": %s".formatted(name, failure))
                .orElse("cache for catalog \"%s\" not found: %s".formatted(name, indexReason));
    }

    private static boolean isServed(ClusterCatalogStatus status) {
        return Conditions.find(status.conditions(), ConditionTypes.SERVING)
                .filter(Condition::isTrue)
                .isPresent();
    }

    private Optional<CompletableFuture<Void>> refresh(ClusterCatalog catalog) {
        return location(catalog).map(refresher::request);
    }

    private static Optional<CatalogLocation> location(ClusterCatalog catalog) {
        ClusterCatalogStatus status = catalog.getStatus();
        if (status == null || !isServed(status) || status.urls() == null) {
            return Optional.empty();
        }
        String base = status.urls().base();
        return status.resolvedRef()
                .map(ref -> new CatalogLocation(catalog.getMetadata().getName(), URI.create(base), ref));
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
            tell(catalog);
        }

        @Override
        public void onUpdate(ClusterCatalog before, ClusterCatalog after) {
            take(after);
            if (concernsExtensions(before, after)) {
                tell(before, after);
            }
        }

        @Override
        public void onDelete(ClusterCatalog catalog, boolean finalStateUnknown) {
            refresher.forget(catalog.getMetadata().getName());
            tell(catalog);
        }

        private void tell(ClusterCatalog... versions) {
            onChange.accept(new CatalogChange(
                    Stream.of(versions).map(ClusterCatalogs::labels).toList(), Optional.empty()));
        }

        private void take(ClusterCatalog catalog) {
            var _ = refresh(catalog);
        }

        private boolean concernsExtensions(ClusterCatalog before, ClusterCatalog after) {
            return !Objects.equals(before.getSpec(), after.getSpec())
                    || !Objects.equals(
                            before.getMetadata().getLabels(),
                            after.getMetadata().getLabels())
                    || served(before) != served(after)
                    || !served(after);
        }

        private boolean served(@Nullable ClusterCatalog catalog) {
            return catalog != null && catalog.getStatus() != null && isServed(catalog.getStatus());
        }
    }
}
