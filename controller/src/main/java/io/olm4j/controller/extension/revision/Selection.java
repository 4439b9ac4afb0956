package io.olm4j.controller.extension.revision;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import java.util.Objects;
import java.util.Optional;

/**
 * The selection that an extension declares, as text. A revision stores it, so that a later reconcile knows for which
 * selection its bundle was chosen.
 */
public final class Selection {

    private Selection() {}

    /** The text of a selection: the version range, then a digest of all other fields. */
    public static String of(CatalogFilter wanted) {
        return wanted.version() + " " + others(wanted);
    }

    /**
     * Whether a bundle that was chosen for a recorded selection satisfies this selection too: both are equal, or differ
     * only in that this one names exactly the version of the bundle.
     */
    public static boolean isAnsweredBy(CatalogFilter wanted, Optional<String> recorded, String bundleVersion) {
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
