package io.olm4j.controller.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.List;

/**
 * Stores objects without their managed fields, which take more memory than all else of an extension or a set. A request
 * that sends such an object leaves the managed fields on the server as they are.
 */
public final class WithoutManagedFields<T extends HasMetadata> extends BasicItemStore<T> {

    /** The constructor that the annotation of an informer needs. */
    public WithoutManagedFields() {
        super(Cache::metaNamespaceKeyFunc);
    }

    @Override
    public T put(String key, T object) {
        object.getMetadata().setManagedFields(List.of());
        return super.put(key, object);
    }
}
