package io.olm4j.controller.extension;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import java.util.Objects;
import java.util.Optional;

/**
 * What an extension asks of the catalogs, as text: a revision keeps it, so that a later pass knows which wish its
 * bundle answers.
 */
final class Selection {

    private Selection() {}

    /** The text of a wish: the version range, then a digest of all else. */
    static String of(CatalogFilter wanted) {
        return wanted.version() + " " + others(wanted);
    }

    /**
     * Whether a bundle that was chosen for a recorded wish answers this one too: the wish is the same, or the only
     * difference is that it names exactly the version of the bundle.
     */
    static boolean isAnsweredBy(CatalogFilter wanted, Optional<String> recorded, String bundleVersion) {
        return recorded.filter(wish -> wish.equals(of(wanted))
                        || (wanted.version().equals(bundleVersion) && wish.endsWith(" " + others(wanted))))
                .isPresent();
    }

    private static String others(CatalogFilter wanted) {
        return InputsDigest.of(new CatalogFilter(
                wanted.packageName(),
                "",
                wanted.channels(),
                wanted.selector(),
                Objects.requireNonNullElse(
                        wanted.upgradeConstraintPolicy(), UpgradeConstraintPolicy.CATALOG_PROVIDED)));
    }
}
