package io.olm4j.controller.catalog;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.LabelSelectors;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A change of a catalog after which an extension may resolve differently.
 *
 * @param labels the labels of the catalog, now and before
 * @param packages the packages whose content changed; absent if any package may have changed, for example when the
 *     catalog appears or stops answering
 */
public record CatalogChange(List<Map<String, String>> labels, Optional<Set<String>> packages) {

    public CatalogChange {
        labels = List.copyOf(labels);
        packages = packages.map(Set::copyOf);
    }

    /** Whether the filter of an extension selects the catalog and a changed package. */
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
