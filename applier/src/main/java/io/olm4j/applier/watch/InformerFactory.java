package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.applier.cluster.RestMapping;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Makes informers for a kind, in all namespaces. They list in pages. */
final class InformerFactory {

    /**
     * Few, because an owner of a namespace can make objects of 3 MB, which take ten times the memory until they are
     * reduced.
     */
    private static final long PAGE_OF_NAMESPACED = 10;

    private static final long PAGE_OF_CLUSTER_SCOPED = 100;

    private final KubernetesClient client;

    InformerFactory(KubernetesClient client) {
        this.client = client;
    }

    /** An informer that is not started yet; {@code label} is a key and a value that the objects must have. */
    SharedIndexInformer<GenericKubernetesResource> create(
            RestMapping mapping, Optional<Label> label, UnaryOperator<GenericKubernetesResource> reduce) {
        // A context instead of kind and version alone, because the client would cache their plural for ever.
        var context = new ResourceDefinitionContext.Builder()
                .withGroup(mapping.kind().group())
                .withVersion(mapping.kind().version())
                .withKind(mapping.kind().kind())
                .withPlural(mapping.plural())
                .withNamespaced(mapping.namespaced())
                .build();
        var all = client.genericKubernetesResources(context).inAnyNamespace();
        var selected =
                label.isPresent() ? all.withLabel(label.get().key(), label.get().value()) : all;
        return selected.withLimit(mapping.namespaced() ? PAGE_OF_NAMESPACED : PAGE_OF_CLUSTER_SCOPED)
                .runnableInformer(0)
                .itemStore(new ReducingItemStore<>(reduce));
    }

    /** A label to select by. */
    record Label(String key, String value) {}
}
