package io.olm4j.api;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
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
}
