package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.function.UnaryOperator;

/** Stores objects in a reduced form. */
final class ReducingItemStore<T extends HasMetadata> extends BasicItemStore<T> {

    private final UnaryOperator<T> reduce;

    /** @param reduce makes the reduced form; may change its argument */
    ReducingItemStore(UnaryOperator<T> reduce) {
        super(Cache::metaNamespaceKeyFunc);
        this.reduce = reduce;
    }

    @Override
    public T put(String key, T object) {
        return super.put(key, reduce.apply(object));
    }
}
