package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.impl.DefaultSharedIndexInformer;
import io.fabric8.kubernetes.client.informers.impl.ListerWatcher;
import io.olm4j.api.Labels;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** Makes informers for a kind, in all namespaces. They keep objects in a reduced form. */
final class InformerFactory {

    /** Few, because an owner of a namespace can make objects of 3 MB, and a page has to arrive within 40 s. */
    private static final long PAGE_OF_NAMESPACED = 50;

    private static final long PAGE_OF_CLUSTER_SCOPED = 250;

    /**
     * How often a watch is tried again before its kind is listed anew: for ten seconds if it is refused, for two
     * minutes if the API server fails. Only the list shows that the kind is no longer served or may no longer be read:
     * the library tries a watch again whatever the answer is.
     */
    private static final int WATCH_ATTEMPTS = 6;

    private static final Executor THREADS =
            task -> Thread.ofVirtual().name("informer").start(task);

    private final KubernetesClient client;
    private final RequestConfig limits;
    private final ObjectClient reader;

    InformerFactory(KubernetesClient client) {
        this.client = client;
        this.limits = new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withWatchReconnectLimit(WATCH_ATTEMPTS)
                .build();
        this.reader = ObjectClient.of(client);
    }

    /**
     * An informer that is not started yet. Its handlers get reduced objects, but a deleted one may be whole. The caller
     * stops it before the client is closed.
     *
     * @param managedOnly whether the objects must have the managed-by label
     * @param reduce makes the reduced form; may change its argument
     */
    SharedIndexInformer<GenericKubernetesResource> create(
            RestMapping mapping, boolean managedOnly, UnaryOperator<GenericKubernetesResource> reduce) {
        // A context instead of kind and version alone, because the client would cache their plural for ever.
        var context = new ResourceDefinitionContext.Builder()
                .withGroup(mapping.kind().group())
                .withVersion(mapping.kind().version())
                .withKind(mapping.kind().kind())
                .withPlural(mapping.plural())
                .withNamespaced(mapping.namespaced())
                .build();
        var all = client.adapt(NamespacedKubernetesClient.class)
                .withRequestConfig(limits)
                .call(limited -> limited.genericKubernetesResources(context).inAnyNamespace());
        var selected = managedOnly ? all.withLabel(Labels.MANAGED_BY, Labels.MANAGED_BY_OLM) : all;
        @SuppressWarnings("unchecked") // All operations of the library are of this type, for its own informers.
        var whole = (ListerWatcher<GenericKubernetesResource, GenericKubernetesResourceList>)
                selected.withLimit(mapping.namespaced() ? PAGE_OF_NAMESPACED : PAGE_OF_CLUSTER_SCOPED);
        String selector = managedOnly ? Labels.MANAGED_BY + "=" + Labels.MANAGED_BY_OLM : "";
        var reducing = new ReducingListerWatcher(whole, reader, mapping, selector, reduce, THREADS);
        return new DefaultSharedIndexInformer<>(GenericKubernetesResource.class, reducing, 0, THREADS)
                .itemStore(new BasicItemStore<>(Cache::metaNamespaceKeyFunc));
    }
}
