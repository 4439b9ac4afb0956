package io.olm4j.controller.extension.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.CrdUpgradeSafety;
import io.olm4j.api.ClusterExtensionSpec.Install;
import io.olm4j.api.ClusterExtensionSpec.Preflight;
import java.time.Duration;
import java.util.Optional;

/**
 * The desired state that a ClusterExtension declares, with every default filled in.
 *
 * @param installNamespace empty if the bundle brings its namespace
 * @param catalog selects the bundles and the catalogs
 * @param crdUpgradeSafety whether upgrades of CustomResourceDefinitions that may break something are refused
 * @param progressDeadline how long a roll-out may take; absent means any time
 */
public record DesiredExtension(
        String name,
        String uid,
        Optional<String> installNamespace,
        Optional<String> serviceAccount,
        CatalogFilter catalog,
        Optional<ObjectNode> config,
        boolean crdUpgradeSafety,
        Optional<Duration> progressDeadline) {

    /**
     * Reads the desired state from the resource.
     *
     * @return empty if it has no catalog source
     */
    public static Optional<DesiredExtension> of(ClusterExtension extension) {
        return extension.catalog().map(catalog -> of(extension, extension.getSpec(), catalog));
    }

    private static DesiredExtension of(ClusterExtension extension, ClusterExtensionSpec spec, CatalogFilter catalog) {
        return new DesiredExtension(
                extension.getMetadata().getName(),
                extension.getMetadata().getUid(),
                Optional.ofNullable(spec.namespace()).filter(name -> !name.isEmpty()),
                Optional.ofNullable(spec.serviceAccount()).map(ClusterExtensionSpec.ServiceAccountReference::name),
                catalog,
                Optional.ofNullable(spec.config()).map(ClusterExtensionSpec.Config::inline),
                isCrdUpgradeSafetyWanted(spec),
                Optional.ofNullable(spec.progressDeadlineMinutes())
                        .filter(minutes -> minutes > 0)
                        .map(Duration::ofMinutes));
    }

    private static boolean isCrdUpgradeSafetyWanted(ClusterExtensionSpec spec) {
        return Optional.ofNullable(spec.install())
                .map(Install::preflight)
                .map(Preflight::crdUpgradeSafety)
                .filter(safety -> CrdUpgradeSafety.NONE.equals(safety.enforcement()))
                .isEmpty();
    }
}
