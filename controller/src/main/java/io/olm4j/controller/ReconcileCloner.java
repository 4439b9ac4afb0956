package io.olm4j.controller;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.javaoperatorsdk.operator.api.config.Cloner;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;

/**
 * Copies a resource for each reconcile of the framework. It copies only the metadata of an extension or a revision:
 * spec and status are immutable, and too large to copy at every event.
 */
final class ReconcileCloner implements Cloner {

    private final KubernetesSerialization serialization;

    ReconcileCloner(KubernetesSerialization serialization) {
        this.serialization = serialization;
    }

    @Override
    @SuppressWarnings("unchecked") // The copy is of the class of the original.
    public <R extends HasMetadata> R clone(R resource) {
        return switch (resource) {
            case ClusterExtension extension -> (R) copy(extension, new ClusterExtension());
            case ClusterObjectSet set -> (R) copy(set, new ClusterObjectSet());
            default -> serialization.clone(resource);
        };
    }

    private static <S, T, R extends CustomResource<S, T>> R copy(R original, R copy) {
        copy.setApiVersion(original.getApiVersion());
        copy.setMetadata(new ObjectMetaBuilder(original.getMetadata()).build());
        copy.setSpec(original.getSpec());
        copy.setStatus(original.getStatus());
        return copy;
    }
}
