package io.olm4j.controller.catalog;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.UpgradeConstraintPolicy;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.Optional;

/** Translates the {@code spec.source.catalog} of a ClusterExtension into a request to the resolver. */
public final class ResolutionRequests {

    private ResolutionRequests() {}

    /**
     * Creates the request.
     *
     * @param installed the bundle whose upgrade edges count; absent for a first installation
     */
    public static ResolutionRequest of(CatalogFilter catalog, Optional<InstalledBundle> installed) {
        return new ResolutionRequest(
                catalog.packageName(), Optional.of(catalog.version()), catalog.channels(), policy(catalog), installed);
    }

    private static UpgradeConstraintPolicy policy(CatalogFilter catalog) {
        return switch (catalog.upgradeConstraintPolicy()) {
            case SELF_CERTIFIED -> UpgradeConstraintPolicy.SELF_CERTIFIED;
            case CATALOG_PROVIDED -> UpgradeConstraintPolicy.CATALOG_PROVIDED;
            case null -> UpgradeConstraintPolicy.CATALOG_PROVIDED;
        };
    }
}
