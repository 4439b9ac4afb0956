package io.olm4j.cli.change;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import java.util.Optional;

/** Changes selections, and puts them into words. */
final class Selections {

    private Selections() {}

    /** The selection with another range of versions; an empty one admits all. */
    static CatalogFilter withVersion(CatalogFilter before, String range) {
        return new CatalogFilter(
                before.packageName(), range, before.channels(), before.selector(), before.upgradeConstraintPolicy());
    }

    /** The selection with another policy for upgrades, if one is given. */
    static CatalogFilter withPolicy(CatalogFilter before, Optional<UpgradeConstraintPolicy> policy) {
        return new CatalogFilter(
                before.packageName(),
                before.version(),
                before.channels(),
                before.selector(),
                policy.orElse(before.upgradeConstraintPolicy()));
    }

    /** Which versions a selection admitted before. */
    static String before(CatalogFilter filter) {
        return filter.version().isEmpty() ? "any version before" : "\"" + filter.version() + "\" before";
    }

    /** Whether any version may follow the installed one, also an older one. */
    static boolean isSelfCertified(CatalogFilter filter) {
        return filter.upgradeConstraintPolicy() == UpgradeConstraintPolicy.SELF_CERTIFIED;
    }
}
