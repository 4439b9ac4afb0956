package io.olm4j.controller.catalog;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.LabelSelectors;
import io.olm4j.api.Labels;
import io.olm4j.catalogdclient.CatalogLocation;
import io.olm4j.catalogdclient.Lookup;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.Candidates.Unavailable;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The ClusterCatalogs that a selector admits, by name: the rules by which catalogs count, for the controller and for
 * the commands that ask what it would do.
 *
 * @param catalogs includes disabled catalogs, but none that is being deleted
 */
public record SelectedCatalogs(List<ClusterCatalog> catalogs) {

    private static final int MAX_PROVIDERS = 20;

    public SelectedCatalogs {
        catalogs = List.copyOf(catalogs);
    }

    /**
     * Selects catalogs.
     *
     * @param selector empty for all
     * @throws IllegalArgumentException if the selector is invalid; the message says how
     */
    public static SelectedCatalogs of(Collection<ClusterCatalog> all, Optional<LabelSelector> selector) {
        Predicate<Map<String, String>> selected = LabelSelectors.predicate(selector.orElse(null));
        return new SelectedCatalogs(all.stream()
                .filter(catalog -> catalog.getMetadata().getDeletionTimestamp() == null)
                .filter(catalog -> selected.test(labels(catalog)))
                .sorted(Comparator.comparing(catalog -> catalog.getMetadata().getName()))
                .toList());
    }

    /**
     * The candidates for a package.
     *
     * @param lookup asks a catalog for the package
     * @param unavailable describes a catalog that cannot answer, from the result of the look-up
     */
    public Candidates candidates(
            Function<ClusterCatalog, Lookup> lookup,
            BiFunction<ClusterCatalog, Lookup.NoAnswer, Unavailable> unavailable) {
        var graphs = new ArrayList<CatalogGraph>();
        var silent = new ArrayList<Unavailable>();
        for (ClusterCatalog catalog : catalogs) {
            if (catalog.isDisabled()) {
                continue;
            }
            switch (lookup.apply(catalog)) {
                case Lookup.Found found ->
                    graphs.add(new CatalogGraph(
                            catalog.getMetadata().getName(), catalog.getSpec().priority(), found.graph()));
                case Lookup.NoSuchPackage _ -> {
                    // It has nothing to offer.
                }
                case Lookup.NoAnswer none -> silent.add(unavailable.apply(catalog, none));
            }
        }
        List<String> disabled = catalogs.stream()
                .filter(ClusterCatalog::isDisabled)
                .map(catalog -> catalog.getMetadata().getName())
                .toList();
        return new Candidates(graphs, silent, disabled, !catalogs.isEmpty());
    }

    /**
     * The packages that provide an API, those of the catalog with the highest priority first, then by name; at most
     * {@value #MAX_PROVIDERS}. Does not check whether a version of them fits.
     *
     * @param packages the packages of a catalog, by its name, that provide the API
     */
    public List<Provider> providers(ApiKind api, BiFunction<String, ApiKind, SortedSet<String>> packages) {
        Comparator<ClusterCatalog> byPriority =
                Comparator.comparing(catalog -> catalog.getSpec().priority(), Comparator.reverseOrder());
        return catalogs.stream()
                .filter(catalog -> !catalog.isDisabled())
                .sorted(byPriority)
                .map(catalog -> catalog.getMetadata().getName())
                .flatMap(name -> packages.apply(name, api).stream().map(packageName -> new Provider(name, packageName)))
                .limit(MAX_PROVIDERS)
                .toList();
    }

    /**
     * The labels of a catalog. The one with its name is computed, whatever the catalog says: who may edit one catalog
     * could give it the name of another one, which extensions select.
     */
    public static Map<String, String> labels(ClusterCatalog catalog) {
        ObjectMeta metadata = catalog.getMetadata();
        Map<String, String> labels =
                new HashMap<>(Optional.ofNullable(metadata.getLabels()).orElse(Map.of()));
        labels.put(Labels.METADATA_NAME, Labels.value(metadata.getName()));
        return labels;
    }

    /** Whether catalogd is known to serve the catalog. */
    public static boolean isServed(ClusterCatalog catalog) {
        return Conditions.isTrue(catalog.statusOrEmpty().conditions(), ConditionTypes.SERVING);
    }

    /**
     * Where catalogd serves the catalog; empty if it does not. While the replica of catalogd that leads lacks the
     * content, {@code Serving} is {@code Unknown}: another replica may have it.
     *
     * @throws IllegalArgumentException if the address in the status is invalid; the message says how
     */
    public static Optional<CatalogLocation> location(ClusterCatalog catalog) {
        ClusterCatalogStatus status = catalog.statusOrEmpty();
        boolean mayBeServed = Conditions.find(status.conditions(), ConditionTypes.SERVING)
                .filter(serving -> serving.status() != Condition.Status.FALSE)
                .isPresent();
        if (!mayBeServed || status.urls() == null) {
            return Optional.empty();
        }
        String base = status.urls().base();
        ObjectMeta metadata = catalog.getMetadata();
        return status.resolvedRef()
                .map(ref -> new CatalogLocation(metadata.getName(), metadata.getUid(), URI.create(base), ref));
    }

    /**
     * Why a catalog cannot answer.
     *
     * @param failure of the last attempt to read it
     * @param lookup the result of the look-up
     */
    public static String explain(ClusterCatalog catalog, Optional<String> failure, Lookup.NoAnswer lookup) {
        String name = catalog.getMetadata().getName();
        if (!isServed(catalog)) {
            String why = Conditions.find(catalog.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING)
                    .map(Condition::message)
                    .filter(message -> !message.isEmpty())
                    .orElse("catalogd has not unpacked it yet");
            return "catalog \"%s\" is not being served: %s (see \"kubectl describe clustercatalog %s\")"
                    .formatted(name, why, name);
        }
        return switch (lookup) {
            case Lookup.Unreadable(String reason) -> reason;
            case Lookup.Unavailable(String reason) ->
                failure.map(message -> "error retrieving cache for catalog \"%s\": %s".formatted(name, message))
                        .orElse("cache for catalog \"%s\" not found: %s".formatted(name, reason));
        };
    }
}
