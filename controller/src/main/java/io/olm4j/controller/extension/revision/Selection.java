package io.olm4j.controller.extension.revision;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The selection that an extension declares, as text. A revision stores it, so that a later reconcile knows for which
 * selection its bundle was chosen.
 */
public final class Selection {

    private Selection() {}

    /** The text of a selection: the version range, then a digest of all other fields. */
    public static String of(CatalogFilter wanted) {
        return wanted.version() + " "
                + others(
                        wanted,
                        Objects.requireNonNullElse(
                                wanted.upgradeConstraintPolicy(), UpgradeConstraintPolicy.CATALOG_PROVIDED));
    }

    /**
     * Whether a bundle that was chosen for a recorded selection satisfies this selection too. It does if both are
     * equal, except that this one may name exactly the version of the bundle, and may have another upgrade policy. The
     * policy only says what may follow the bundle. Revisions of the original record no selection. As in the original,
     * their bundle satisfies every selection that names its version or none.
     */
    public static boolean isAnsweredBy(CatalogFilter wanted, Optional<String> recorded, String bundleVersion) {
        boolean namesTheBundle = wanted.version().equals(bundleVersion);
        return recorded.map(wish -> Stream.of(UpgradeConstraintPolicy.values())
                        .map(policy -> others(wanted, policy))
                        .anyMatch(others -> wish.equals(wanted.version() + " " + others)
                                || (namesTheBundle && wish.endsWith(" " + others))))
                .orElse(namesTheBundle || wanted.version().isEmpty());
    }

    private static String others(CatalogFilter wanted, UpgradeConstraintPolicy policy) {
        return InputsDigest.of(wanted.withVersion("").withPolicy(policy));
    }
}
