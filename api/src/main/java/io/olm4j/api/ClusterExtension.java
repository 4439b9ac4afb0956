package io.olm4j.api;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Declares which package to install: from which catalogs, at which version, as which service account.
 */
@Group(OlmApi.GROUP)
@Version(OlmApi.VERSION)
@Kind(ClusterExtension.KIND)
@Plural("clusterextensions")
public final class ClusterExtension extends CustomResource<ClusterExtensionSpec, ClusterExtensionStatus> {

    public static final String KIND = "ClusterExtension";

    @Override
    protected @Nullable ClusterExtensionSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable ClusterExtensionStatus initStatus() {
        return null;
    }

    /** The status; empty until a controller has written one. */
    public ClusterExtensionStatus statusOrEmpty() {
        return getStatus() == null ? ClusterExtensionStatus.EMPTY : getStatus();
    }

    /** Which bundles and catalogs it selects; empty if it has no catalog source. */
    public Optional<CatalogFilter> catalog() {
        return Optional.ofNullable(getSpec())
                .map(ClusterExtensionSpec::source)
                .map(ClusterExtensionSpec.Source::catalog);
    }
}
