package io.olm4j.cli.change;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;

/** Puts selections into words. */
final class Selections {

    private Selections() {}

    /** Which versions a selection admitted before. */
    static String before(CatalogFilter filter) {
        return filter.version().isEmpty() ? "any version before" : "\"" + filter.version() + "\" before";
    }

    /** Whether any version may follow the installed one, also an older one. */
    static boolean isSelfCertified(CatalogFilter filter) {
        return filter.upgradeConstraintPolicy() == UpgradeConstraintPolicy.SELF_CERTIFIED;
    }
}
