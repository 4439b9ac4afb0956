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
import java.util.function.UnaryOperator;

/**
 * Watches the objects that a stuck revision may be waiting for: service accounts, roles, bindings, namespaces and CRDs.
 * It keeps only the fields that matter to such a revision, and a change of other fields is not an event.
 */
public final class PrerequisiteWatches implements AutoCloseable {

    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String API_EXTENSIONS = "apiextensions.k8s.io";

    /** The kind of event on an object. */
    public enum Change {
        ADDED,
        CHANGED,
        DELETED
    }

    /** Receives what happens to the kinds named above. */
    public interface Listener {

        void changed(Change change, GenericKubernetesResource object);

        /**
         * All objects of a kind were listed, at first or after an interruption. An object that was both created and
         * deleted before is in no event.
         */
        default void listed(String kind) {}
    }

    private final InformerFactory factory;
    private final Listener listener;
    private final List<SharedIndexInformer<GenericKubernetesResource>> informers = new ArrayList<>();

    /** Creates no watch; {@link #start} does. */
    public PrerequisiteWatches(KubernetesClient client, Listener listener) {
        this.factory = new InformerFactory(client);
        this.listener = listener;
    }

    /** Starts the watches without waiting for them. A kind that cannot be watched is retried. */
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
        var informer = factory.create(mapping, false, reduce);
        // Retried without end, after pauses that grow to half a minute: there is no other source of these events.
        var _ = informer.addEventHandler(new Handler(kind))
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

        private final String kind;

        Handler(String kind) {
            this.kind = kind;
        }

        @Override
        public void onList(String resourceVersion, boolean remainedEmpty) {
            listener.listed(kind);
        }

        @Override
        public void onAdd(GenericKubernetesResource object) {
            listener.changed(Change.ADDED, object);
        }

        @Override
        public void onUpdate(GenericKubernetesResource old, GenericKubernetesResource object) {
            if (!Objects.equals(object.getMetadata().getUid(), old.getMetadata().getUid())) {
                // The watch was interrupted and missed that one object was deleted and another one was created.
                listener.changed(Change.DELETED, old);
                listener.changed(Change.ADDED, object);
            } else if (hasChanged(old, object)) {
                listener.changed(Change.CHANGED, object);
            }
        }

        private static boolean hasChanged(GenericKubernetesResource old, GenericKubernetesResource object) {
            return object.getKind().equals("CustomResourceDefinition")
                    ? CrdNames.differ(old, object)
                    : !object.getAdditionalProperties().equals(old.getAdditionalProperties());
        }

        @Override
        public void onDelete(GenericKubernetesResource object, boolean finalStateUnknown) {
            listener.changed(Change.DELETED, object);
        }
    }
}
