package io.olm4j.cli.plan;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.Source;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.ResourceNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Builds ClusterExtensions as they would be on the cluster after a change. */
public final class ProposedExtension {

    private ProposedExtension() {}

    /**
     * The extension of a manifest after it was applied.
     *
     * @param live the extension of this name on the cluster, if there is one: its UID and status stay, and annotations
     *     that the manifest does not name
     * @throws OlmException if the manifest lacks a name, or the API server would refuse one in it
     */
    public static ClusterExtension applied(ClusterExtension manifest, Optional<ClusterExtension> live) {
        String name =
                manifest.getMetadata() == null ? null : manifest.getMetadata().getName();
        if (name == null || name.isEmpty()) {
            throw new OlmException("the ClusterExtension has no metadata.name; add one");
        }
        Optional.ofNullable(manifest.getSpec()).ifPresent(ProposedExtension::checkNames);
        ClusterExtension proposed = new ClusterExtension();
        Map<String, String> annotations = new HashMap<>();
        live.map(ClusterExtension::getMetadata).map(ObjectMeta::getAnnotations).ifPresent(annotations::putAll);
        Optional.ofNullable(manifest.getMetadata().getAnnotations()).ifPresent(annotations::putAll);
        proposed.setMetadata(new ObjectMetaBuilder(live.map(ClusterExtension::getMetadata)
                        .orElseGet(() -> new ObjectMetaBuilder()
                                .withName(name)
                                .withUid(UUID.randomUUID().toString())
                                .withGeneration(1L)
                                .build()))
                .withAnnotations(annotations)
                .build());
        proposed.setSpec(manifest.getSpec());
        live.ifPresent(there -> proposed.setStatus(there.getStatus()));
        return proposed;
    }

    private static void checkNames(ClusterExtensionSpec spec) {
        if (spec.source() != null
                && spec.source().catalog() != null
                && spec.source().catalog().packageName() == null) {
            throw new OlmException("the ClusterExtension has no spec.source.catalog.packageName");
        }
        if (spec.namespace() != null) {
            ResourceNames.requireNamespace(spec.namespace());
        }
        if (spec.serviceAccount() != null && spec.serviceAccount().name() != null) {
            ResourceNames.requireServiceAccount(spec.serviceAccount().name());
        }
    }

    /**
     * The extension with another version range, other channels or another policy for upgrades.
     *
     * @throws OlmException if it has no catalog source
     */
    public static ClusterExtension selecting(
            ClusterExtension extension,
            Optional<String> version,
            Optional<List<String>> channels,
            Optional<UpgradeConstraintPolicy> policy) {
        CatalogFilter catalog = selection(extension);
        return selecting(
                extension,
                catalog.withVersion(version.orElse(catalog.version()))
                        .withChannels(channels.orElse(catalog.channels()))
                        .withPolicy(policy.orElse(catalog.upgradeConstraintPolicy())));
    }

    /** The extension with another selection of bundles and catalogs. */
    public static ClusterExtension selecting(ClusterExtension extension, CatalogFilter selection) {
        ClusterExtensionSpec spec = extension.getSpec();
        ClusterExtension changed = new ClusterExtension();
        changed.setMetadata(extension.getMetadata());
        changed.setStatus(extension.getStatus());
        changed.setSpec(new ClusterExtensionSpec(
                spec.namespace(),
                spec.serviceAccount(),
                new Source(Source.CATALOG, selection),
                spec.install(),
                spec.config(),
                spec.progressDeadlineMinutes()));
        return changed;
    }

    /** The extension after a user approved a bundle. */
    public static ClusterExtension approving(ClusterExtension extension, String bundle) {
        ClusterExtension approved = new ClusterExtension();
        approved.setMetadata(new ObjectMetaBuilder(extension.getMetadata())
                .addToAnnotations(Annotations.APPROVED_BUNDLE, bundle)
                .build());
        approved.setSpec(extension.getSpec());
        approved.setStatus(extension.getStatus());
        return approved;
    }

    /**
     * What an extension selects.
     *
     * @throws OlmException if it has no catalog source
     */
    public static CatalogFilter selection(ClusterExtension extension) {
        return extension
                .catalog()
                .orElseThrow(() -> new OlmException("the ClusterExtension has no spec.source.catalog"));
    }
}
