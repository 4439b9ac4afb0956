package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.RestMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * Watches what a revision that is stuck may be waiting for: service accounts, roles, bindings, namespaces, CRDs. Only
 * what is needed to tell a change is kept, and a change of anything else is no event.
 */
public final class PrerequisiteWatches implements AutoCloseable {

    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String API_EXTENSIONS = "apiextensions.k8s.io";

    /** What happened to an object. */
    public enum Change {
        ADDED,
        CHANGED,
        DELETED
    }

    private final InformerFactory factory;
    private final BiConsumer<Change, GenericKubernetesResource> listener;
    private final List<SharedIndexInformer<GenericKubernetesResource>> informers = new ArrayList<>();

    /**
     * Nothing is watched before {@link #start}.
     *
     * @param listener is given the kinds named above and nothing else
     */
    public PrerequisiteWatches(KubernetesClient client, BiConsumer<Change, GenericKubernetesResource> listener) {
        this.factory = new InformerFactory(client);
        this.listener = listener;
    }

    /** Starts to watch; does not wait. A kind that cannot be watched is tried again. */
    public synchronized void start() {
        watch("", "ServiceAccount", "serviceaccounts", true, AccessReduction::identity);
        watch("", "Namespace", "namespaces", false, AccessReduction::labelled);
        watch(RBAC, "Role", "roles", true, AccessReduction::role);
        watch(RBAC, "ClusterRole", "clusterroles", false, AccessReduction::role);
        watch(RBAC, "RoleBinding", "rolebindings", true, AccessReduction::binding);
        watch(RBAC, "ClusterRoleBinding", "clusterrolebindings", false, AccessReduction::binding);
        watch(API_EXTENSIONS, "CustomResourceDefinition", "customresourcedefinitions", false, CrdNames::reduce);
    }

    private void watch(
            String group,
            String kind,
            String plural,
            boolean namespaced,
            UnaryOperator<GenericKubernetesResource> reduce) {
        RestMapping mapping = new RestMapping(new GroupVersionKind(group, "v1", kind), plural, namespaced);
        var informer = factory.create(mapping, Optional.empty(), reduce);
        // Tried again and again, after pauses that grow to half a minute: nothing else tells what is waited for.
        var _ = informer.addEventHandler(new Handler())
                .exceptionHandler((_, _) -> true)
                .start();
        informers.add(informer);
    }

    @Override
    public synchronized void close() {
        informers.forEach(SharedIndexInformer::stop);
        informers.clear();
    }

    private final class Handler implements ResourceEventHandler<GenericKubernetesResource> {

        @Override
        public void onAdd(GenericKubernetesResource object) {
            listener.accept(Change.ADDED, object);
        }

        @Override
        public void onUpdate(GenericKubernetesResource old, GenericKubernetesResource object) {
            if (!Objects.equals(object.getMetadata().getUid(), old.getMetadata().getUid())) {
                // The watch was interrupted, and missed that one was deleted and another created.
                listener.accept(Change.DELETED, old);
                listener.accept(Change.ADDED, object);
            } else if (object.getKind().equals("CustomResourceDefinition")
                    // Of a CRD the status matters too: a kind is served once the names are accepted.
                    || !object.getAdditionalProperties().equals(old.getAdditionalProperties())) {
                listener.accept(Change.CHANGED, object);
            }
        }

        @Override
        public void onDelete(GenericKubernetesResource object, boolean finalStateUnknown) {
            listener.accept(Change.DELETED, object);
        }
    }
}
