package io.olm4j.cli.clustercatalog;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.LabelSelectors;
import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.catalogdclient.CatalogLocation;
import io.olm4j.catalogdclient.Lookup;
import io.olm4j.catalogdclient.Refresh;
import io.olm4j.catalogdclient.http.CatalogHttp;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.command.OlmException;
import io.olm4j.controller.catalog.Provider;
import io.olm4j.controller.catalog.SelectedCatalogs;
import io.olm4j.controller.dependency.Offers;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.MetaHeader;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.Candidates.Unavailable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import okhttp3.OkHttpClient;

/**
 * The ClusterCatalogs of the user's cluster, with their content. Content is kept in the user's cache directory, so that
 * an unchanged catalog is not read again. A catalog that cannot be read does not stop the others.
 */
public final class ServedCatalogs implements AutoCloseable {

    /** The number of catalogs that are read at once. */
    private static final int AT_ONCE = 4;

    /** Each request may reach another replica of catalogd, and not every replica may have the content. */
    private static final int ATTEMPTS = 3;

    /** The time in which a replica becomes ready, or the API server learns that another one no longer is. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final List<ClusterCatalog> catalogs;
    private final CatalogCache cache;
    private final CatalogRoute route;
    private final OkHttpClient http;
    private final CatalogIndex index;
    private final Map<String, String> failures = new ConcurrentHashMap<>();

    private ServedCatalogs(
            List<ClusterCatalog> catalogs,
            CatalogCache cache,
            CatalogRoute route,
            OkHttpClient http,
            CatalogIndex index) {
        this.catalogs = catalogs;
        this.cache = cache;
        this.route = route;
        this.http = http;
        this.index = index;
    }

    /**
     * Lists the catalogs and reads them.
     *
     * @throws KubernetesClientException if the user may not list ClusterCatalogs
     */
    public static ServedCatalogs open(KubernetesClient client) {
        return open(client, _ -> true);
    }

    /**
     * Does the same, but reads only the catalogs that a selector admits.
     *
     * @throws OlmException if the selector is invalid
     * @throws KubernetesClientException if the user may not list ClusterCatalogs
     */
    public static ServedCatalogs open(KubernetesClient client, CatalogFilter filter) {
        Predicate<Map<String, String>> selected = selection(filter);
        return open(client, catalog -> selected.test(SelectedCatalogs.labels(catalog)));
    }

    /**
     * Lists the catalogs that are wanted and reads them.
     *
     * @throws KubernetesClientException if the user may not list ClusterCatalogs
     */
    public static ServedCatalogs open(KubernetesClient client, Predicate<ClusterCatalog> wanted) {
        List<ClusterCatalog> all = client.resources(ClusterCatalog.class).list().getItems();
        return open(client, all.stream().filter(wanted).toList(), Optional.of(all));
    }

    /** Reads catalogs that the caller has listed. The content of others stays in the cache. */
    public static ServedCatalogs open(KubernetesClient client, List<ClusterCatalog> listed) {
        return open(client, listed, Optional.empty());
    }

    /** @param all every catalog of the cluster, if they are known: the content of others is removed from the cache */
    private static ServedCatalogs open(
            KubernetesClient client, List<ClusterCatalog> wanted, Optional<List<ClusterCatalog>> all) {
        List<ClusterCatalog> sorted = wanted.stream()
                .sorted(Comparator.comparing(catalog -> catalog.getMetadata().getName()))
                .toList();
        CatalogCache cache = CatalogCache.open(CatalogCache.rootOfUser(), identity(client));
        try {
            CatalogRoute route = new CatalogRoute(client);
            OkHttpClient http = CatalogHttp.create(Optional.empty(), System.getenv())
                    .newBuilder()
                    .addInterceptor(route)
                    .build();
            CatalogIndex index = new CatalogIndex(cache.content(), http, new SimpleMeterRegistry());
            ServedCatalogs served = new ServedCatalogs(sorted, cache, route, http, index);
            all.ifPresent(served::forgetAllBut);
            sorted.forEach(catalog -> index.identify(
                    catalog.getMetadata().getName(), catalog.getMetadata().getUid()));
            served.read();
            PackageNames.ofUser(client.getConfiguration().getMasterUrl()).write(served.names());
            return served;
        } catch (IOException e) {
            cache.close();
            throw new UncheckedIOException(e);
        } catch (IllegalArgumentException badProxy) {
            cache.close();
            throw new OlmException(String.valueOf(badProxy.getMessage()), badProxy);
        } catch (RuntimeException e) {
            cache.close();
            throw e;
        }
    }

    /** A cluster keeps the UID of this namespace; an address alone may be that of another cluster later. */
    private static String identity(KubernetesClient client) {
        String address = client.getConfiguration().getMasterUrl();
        try {
            return Optional.ofNullable(
                            client.namespaces().withName("kube-system").get())
                    .map(namespace -> address + " " + namespace.getMetadata().getUid())
                    .orElse(address);
        } catch (KubernetesClientException notReadable) {
            return address;
        }
    }

    private void forgetAllBut(List<ClusterCatalog> present) {
        Set<String> gone = new HashSet<>(index.catalogs());
        present.forEach(catalog -> gone.remove(catalog.getMetadata().getName()));
        gone.forEach(index::remove);
    }

    /** The names of all packages, also of catalogs that were not read now. */
    private Set<String> names() {
        Set<String> names = new HashSet<>();
        index.catalogs().forEach(catalog -> names.addAll(index.packages(catalog)));
        return names;
    }

    private void read() {
        var turns = new Semaphore(AT_ONCE);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (ClusterCatalog catalog : catalogs) {
                if (!catalog.isDisabled()) {
                    threads.execute(() -> {
                        turns.acquireUninterruptibly();
                        try {
                            read(catalog);
                        } finally {
                            turns.release();
                        }
                    });
                }
            }
        }
    }

    private void read(ClusterCatalog catalog) {
        String name = catalog.getMetadata().getName();
        try {
            Optional<CatalogLocation> location = SelectedCatalogs.location(catalog);
            if (location.isEmpty()) {
                failures.put(
                        name,
                        SelectedCatalogs.explain(
                                catalog,
                                Optional.empty(),
                                new Lookup.Unavailable("its status names no address and no image")));
                return;
            }
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                if (!(index.refresh(location.get()) instanceof Refresh.Failed failed)) {
                    failures.remove(name);
                    return;
                }
                failures.put(name, failed.message());
                if (!failed.askAgainSoon() || attempt == ATTEMPTS) {
                    return;
                }
                Thread.sleep(PAUSE);
            }
        } catch (InterruptedException e) { // The failure of the last attempt stays.
            Thread.currentThread().interrupt();
        } catch (IllegalArgumentException badAddress) {
            failures.put(name, "catalog \"" + name + "\" cannot be read: " + badAddress.getMessage());
        } catch (UncheckedIOException e) { // Such as a full disk.
            failures.put(name, "catalog \"" + name + "\" cannot be read: " + Failures.describe(e));
        } catch (RuntimeException e) { // The thread would end, and the catalog would count as read.
            failures.put(name, "catalog \"" + name + "\" cannot be read: " + e);
        }
    }

    /** The catalogs, by name. */
    public List<CatalogReading> catalogs() {
        return catalogs.stream()
                .map(catalog -> {
                    String name = catalog.getMetadata().getName();
                    return new CatalogReading(
                            catalog,
                            Optional.ofNullable(failures.get(name)),
                            index.packages(name).size(),
                            index.size(name));
                })
                .toList();
    }

    /** The names of the packages of a catalog; empty if it was never read. */
    public SortedSet<String> packages(String catalog) {
        return index.packages(catalog);
    }

    /** What a catalog answers about a package. */
    public Lookup lookup(ClusterCatalog catalog, String packageName) {
        Lookup found = index.lookup(catalog.getMetadata().getName(), packageName);
        return repaired(catalog) ? index.lookup(catalog.getMetadata().getName(), packageName) : found;
    }

    /**
     * Reads objects of a package with all their parts.
     *
     * @throws UncheckedIOException if the files of the cache cannot be read
     */
    public List<Meta> objects(ClusterCatalog catalog, String packageName, Predicate<MetaHeader> wanted) {
        String name = catalog.getMetadata().getName();
        try {
            return index.objects(name, packageName, wanted);
        } catch (IOException e) {
            if (!repaired(catalog)) {
                throw new UncheckedIOException(e);
            }
        }
        try {
            return index.objects(name, packageName, wanted);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a catalog again if its files turned out to be damaged. */
    private boolean repaired(ClusterCatalog catalog) {
        boolean damaged = index.isDamaged(catalog.getMetadata().getName());
        if (damaged) {
            read(catalog);
        }
        return damaged;
    }

    /**
     * The package that a filter wants, in the catalogs that it selects, by the rules of the controller.
     *
     * @throws OlmException if the selector is invalid
     */
    public Candidates candidates(CatalogFilter filter) {
        var _ = selection(filter);
        return offers(filter).candidates(filter.packageName());
    }

    /**
     * What the catalogs that a filter selects offer, by the rules of the controller: if the selector is invalid, each
     * question ends with an {@link IllegalArgumentException}.
     */
    public Offers offers(CatalogFilter filter) {
        return new SelectedOffer(Optional.ofNullable(filter.selector()));
    }

    /**
     * Why catalogs that a filter selects could not be read now, by name; the controller may be able to read them.
     *
     * @return none if the selector is invalid
     */
    public Map<String, String> unread(CatalogFilter filter) {
        Predicate<Map<String, String>> selected;
        try {
            selected = LabelSelectors.predicate(filter.selector());
        } catch (IllegalArgumentException invalid) {
            return Map.of();
        }
        var unread = new TreeMap<String, String>();
        for (ClusterCatalog catalog : catalogs) {
            String name = catalog.getMetadata().getName();
            Optional.ofNullable(failures.get(name))
                    .filter(_ -> selected.test(SelectedCatalogs.labels(catalog)))
                    .ifPresent(why -> unread.put(name, why));
        }
        return unread;
    }

    /**
     * Why candidates may be of a former content of their catalogs: these could not be read now, but earlier.
     *
     * @param candidates what {@link #candidates} returned for the filter
     */
    public List<String> outdated(CatalogFilter filter, Candidates candidates) {
        Map<String, String> unread = unread(filter);
        candidates.unavailable().forEach(unavailable -> unread.remove(unavailable.catalog()));
        return List.copyOf(unread.values());
    }

    private static Predicate<Map<String, String>> selection(CatalogFilter filter) {
        try {
            return LabelSelectors.predicate(filter.selector());
        } catch (IllegalArgumentException e) {
            throw new OlmException("desired catalog selector is invalid: " + e.getMessage(), e);
        }
    }

    /** The offers of the catalogs that a selector admits. */
    private final class SelectedOffer implements Offers {

        private final Optional<LabelSelector> selector;

        SelectedOffer(Optional<LabelSelector> selector) {
            this.selector = selector;
        }

        private SelectedCatalogs selected() {
            return SelectedCatalogs.of(catalogs, selector);
        }

        @Override
        public List<Provider> providers(ApiKind api) {
            return selected().providers(api, index::providers);
        }

        @Override
        public Candidates candidates(String packageName) {
            return selected()
                    .candidates(
                            catalog -> lookup(catalog, packageName),
                            (catalog, lookup) -> new Unavailable(
                                    catalog.getMetadata().getName(),
                                    catalog.getSpec().priority(),
                                    why(catalog, lookup)));
        }

        private String why(ClusterCatalog catalog, Lookup.NoAnswer lookup) {
            Optional<String> failure =
                    Optional.ofNullable(failures.get(catalog.getMetadata().getName()));
            return SelectedCatalogs.explain(catalog, failure, lookup);
        }
    }

    /** Ends what reads; the content stays for the next process. */
    @Override
    public void close() {
        index.close();
        http.dispatcher().executorService().shutdown();
        http.connectionPool().evictAll();
        route.close();
        cache.close();
    }
}
