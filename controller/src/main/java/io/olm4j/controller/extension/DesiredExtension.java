package io.olm4j.controller.extension;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.upgradeedges.UpgradeConstraintPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a ClusterExtension wants, with every default filled in.
 *
 * @param version the spec range as it was written; absent means any
 * @param channels empty means all
 * @param selector of catalogs; absent means all
 * @param progressDeadline how long a roll-out may take; absent means any time
 */
record DesiredExtension(
        String name,
        String uid,
        long generation,
        String installNamespace,
        Optional<String> serviceAccount,
        String packageName,
        Optional<String> version,
        List<String> channels,
        Optional<LabelSelector> selector,
        UpgradeConstraintPolicy policy,
        Optional<ObjectNode> config,
        Optional<Duration> progressDeadline) {

    DesiredExtension {
        channels = List.copyOf(channels);
    }

    /**
     * Reads the wish from the resource.
     *
     * @return empty if there is no catalog source in it; the CRD admits that only where the whole spec is missing
     */
    static Optional<DesiredExtension> of(ClusterExtension extension) {
        ClusterExtensionSpec spec = extension.getSpec();
        if (spec == null || spec.source() == null || spec.source().catalog() == null) {
            return Optional.empty();
        }
        CatalogFilter catalog = spec.source().catalog();
        return Optional.of(new DesiredExtension(
                extension.getMetadata().getName(),
                extension.getMetadata().getUid(),
                extension.getMetadata().getGeneration(),
                spec.namespace(),
                Optional.ofNullable(spec.serviceAccount()).map(ClusterExtensionSpec.ServiceAccountReference::name),
                catalog.packageName(),
                Optional.of(catalog.version()).filter(range -> !range.isEmpty()),
                catalog.channels(),
                Optional.ofNullable(catalog.selector()),
                catalog.upgradeConstraintPolicy() == ClusterExtensionSpec.UpgradeConstraintPolicy.SELF_CERTIFIED
                        ? UpgradeConstraintPolicy.SELF_CERTIFIED
                        : UpgradeConstraintPolicy.CATALOG_PROVIDED,
                Optional.ofNullable(spec.config()).map(ClusterExtensionSpec.Config::inline),
                Optional.ofNullable(spec.progressDeadlineMinutes())
                        .filter(minutes -> minutes > 0)
                        .map(Duration::ofMinutes)));
    }
}
