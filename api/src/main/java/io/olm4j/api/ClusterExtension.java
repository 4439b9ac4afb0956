package io.olm4j.api;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** The wish of a cluster administrator to have a package installed: which package, from where, at which version, as whom. */
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
}
