package io.olm4j.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A catalog of packages: an image that catalogd unpacks and serves. */
@Group(OlmApi.GROUP)
@Version(OlmApi.VERSION)
@Kind(ClusterCatalog.KIND)
@Plural("clustercatalogs")
public final class ClusterCatalog extends CustomResource<ClusterCatalogSpec, ClusterCatalogStatus> {

    public static final String KIND = "ClusterCatalog";

    @Override
    protected @Nullable ClusterCatalogSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable ClusterCatalogStatus initStatus() {
        return null;
    }

    /** The status; empty until a controller has written one. */
    public ClusterCatalogStatus statusOrEmpty() {
        return getStatus() == null ? ClusterCatalogStatus.EMPTY : getStatus();
    }

    /** Whether the spec takes the catalog out of use. */
    @JsonIgnore
    public boolean isDisabled() {
        return getSpec().availabilityMode() == ClusterCatalogSpec.AvailabilityMode.UNAVAILABLE;
    }
}
