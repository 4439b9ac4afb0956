package io.olm4j.controller.extension.plan;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import java.util.List;

/** All extensions and revisions of a cluster, read once. */
public record PlannedCluster(List<ClusterExtension> extensions, List<ClusterObjectSet> sets) {

    public PlannedCluster {
        extensions = List.copyOf(extensions);
        sets = List.copyOf(sets);
    }

    /**
     * Reads them.
     *
     * @throws io.fabric8.kubernetes.client.KubernetesClientException if the user may not list them
     */
    public static PlannedCluster read(KubernetesClient client) {
        return new PlannedCluster(
                client.resources(ClusterExtension.class).list().getItems(),
                client.resources(ClusterObjectSet.class).list().getItems());
    }
}
