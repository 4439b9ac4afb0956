package io.olm4j.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.javaoperatorsdk.operator.api.config.Cloner;
import io.olm4j.api.ClusterObjectSet;

/**
 * Copies a resource for each reconcile of the framework. It copies only the metadata of a revision: spec and status are
 * immutable, and too large to copy at every event.
 */
final class ReconcileCloner implements Cloner {

    private final KubernetesSerialization serialization;

    ReconcileCloner(KubernetesSerialization serialization) {
        this.serialization = serialization;
    }

    @Override
    @SuppressWarnings("unchecked") // The copy is of the class of the original.
    public <R extends HasMetadata> R clone(R resource) {
        return resource instanceof ClusterObjectSet set ? (R) copy(set) : serialization.clone(resource);
    }

    private static ClusterObjectSet copy(ClusterObjectSet set) {
        var copy = new ClusterObjectSet();
        copy.setApiVersion(set.getApiVersion());
        copy.setMetadata(new ObjectMetaBuilder(set.getMetadata()).build());
        copy.setSpec(set.getSpec());
        copy.setStatus(set.getStatus());
        return copy;
    }
}
