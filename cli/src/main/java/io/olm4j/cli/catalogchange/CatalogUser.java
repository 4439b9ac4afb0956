package io.olm4j.cli.catalogchange;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.LabelSelectors;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.controller.catalog.SelectedCatalogs;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * An extension that selects a catalog which has its package.
 *
 * @param version of the installed bundle
 * @param others the other catalogs that it selects and that have its package
 * @param unread the other catalogs that it selects and that cannot be read: whether they have the package is not known
 */
record CatalogUser(
        String extension,
        @JsonProperty("package") String packageName,
        Optional<String> version,
        List<String> others,
        List<String> unread) {

    /**
     * The users of a catalog, by name.
     *
     * @param all the catalogs of the cluster
     * @param unreadable the names of those that cannot be read
     * @param packages the packages of a catalog, by its name
     */
    static List<CatalogUser> of(
            ClusterCatalog catalog,
            List<ClusterExtension> extensions,
            List<ClusterCatalog> all,
            Set<String> unreadable,
            Function<String, ? extends Collection<String>> packages) {
        List<ClusterCatalog> others = all.stream()
                .filter(other -> !name(other).equals(name(catalog)))
                .filter(other -> !other.isDisabled())
                .toList();
        return extensions.stream()
                .flatMap(extension -> extension.catalog().stream()
                        .filter(filter -> isSource(catalog, filter, packages))
                        .map(filter -> new CatalogUser(
                                extension.getMetadata().getName(),
                                filter.packageName(),
                                ExtensionReads.installed(extension).map(InstalledBundle::version),
                                names(
                                        others,
                                        other ->
                                                !unreadable.contains(name(other)) && isSource(other, filter, packages)),
                                names(others, other -> unreadable.contains(name(other)) && isSelected(other, filter)))))
                .sorted(Comparator.comparing(CatalogUser::extension))
                .toList();
    }

    private static boolean isSource(
            ClusterCatalog catalog, CatalogFilter filter, Function<String, ? extends Collection<String>> packages) {
        return isSelected(catalog, filter) && packages.apply(name(catalog)).contains(filter.packageName());
    }

    private static boolean isSelected(ClusterCatalog catalog, CatalogFilter filter) {
        return selects(filter).test(SelectedCatalogs.labels(catalog));
    }

    private static List<String> names(List<ClusterCatalog> catalogs, Predicate<ClusterCatalog> wanted) {
        return catalogs.stream().filter(wanted).map(CatalogUser::name).toList();
    }

    /** The controller admits no catalog by an invalid selector. */
    private static Predicate<Map<String, String>> selects(CatalogFilter filter) {
        try {
            return LabelSelectors.predicate(filter.selector());
        } catch (IllegalArgumentException invalid) {
            return _ -> false;
        }
    }

    private static String name(ClusterCatalog catalog) {
        return catalog.getMetadata().getName();
    }

    @Override
    public String toString() {
        return extension + " (package " + packageName
                + version.map(installed -> ", version " + installed).orElse("") + ")"
                + effect();
    }

    private String effect() {
        if (!others.isEmpty()) {
            return " still gets updates from " + String.join(", ", others);
        }
        return unread.isEmpty()
                ? " gets no updates any more: no other catalog has its package"
                : ": it is not known whether it still gets updates, because these catalogs cannot be read: "
                        + String.join(", ", unread);
    }
}
