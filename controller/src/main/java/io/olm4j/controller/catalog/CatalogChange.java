package io.olm4j.controller.catalog;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.LabelSelectors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Something about a catalog that may let an extension resolve differently.
 *
 * @param labels the catalog's, now and before
 * @param packages those whose content changed; absent where any may be concerned, as when the catalog appears or stops
 *     answering
 */
public record CatalogChange(List<Map<String, String>> labels, Optional<Set<String>> packages) {

    public CatalogChange {
        labels = List.copyOf(labels);
        packages = packages.map(Set::copyOf);
    }

    /** Whether an extension that wants this selects the catalog, and a package that changed. */
    public boolean concerns(CatalogFilter wanted) {
        return packages.map(changed -> changed.contains(wanted.packageName())).orElse(true) && isSelectedBy(wanted);
    }

    private boolean isSelectedBy(CatalogFilter wanted) {
        try {
            Predicate<Map<String, String>> selected = LabelSelectors.predicate(wanted.selector());
            return labels.stream().anyMatch(selected);
        } catch (IllegalArgumentException _) {
            // Only a change of the extension itself makes its selector valid.
            return false;
        }
    }
}
