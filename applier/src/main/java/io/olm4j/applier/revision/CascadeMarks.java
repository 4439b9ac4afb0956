package io.olm4j.applier.revision;

import static java.net.HttpURLConnection.HTTP_CONFLICT;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Finalizers;
import io.olm4j.api.OlmApi;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers for each set how it was deleted. The garbage collector takes the finalizer {@code orphan} off a set as soon
 * as it has cut the dependents loose, which may be before the controller sees it. So each set has one dependent, an
 * empty Secret in the system namespace: if that lost its owner reference, the deletion was to leave the objects.
 */
final class CascadeMarks {

    private static final String TYPE = "olm.operatorframework.io/cascade";

    private final KubernetesClient client;
    private final String namespace;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    CascadeMarks(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /** Makes the mark of a set that is to stay; to be called before anything of the set is applied. */
    void ensure(ClusterObjectSet set) {
        String uid = set.getMetadata().getUid();
        if (known.contains(uid)) {
            return;
        }
        if (mark(set).get() == null) {
            try {
                client.resource(markOf(set)).create();
            } catch (KubernetesClientException e) {
                if (e.getCode() != HTTP_CONFLICT) {
                    throw e;
                }
            }
        }
        known.add(uid);
    }

    /** Whether the objects of a set that is being deleted are to stay. */
    boolean isOrphaning(ClusterObjectSet set) {
        if (set.getMetadata().getFinalizers().contains(Finalizers.ORPHAN)) {
            return true;
        }
        Secret mark = mark(set).get();
        return mark != null
                && !mark.isMarkedForDeletion()
                && mark.getMetadata().getOwnerReferences().stream()
                        .noneMatch(
                                owner -> owner.getUid().equals(set.getMetadata().getUid()));
    }

    /** Forgets a set that goes. Its mark goes with it, unless an orphaning deletion has cut that loose. */
    void forget(ClusterObjectSet set, boolean orphaning) {
        known.remove(set.getMetadata().getUid());
        if (orphaning) {
            mark(set).delete();
        }
    }

    private Resource<Secret> mark(ClusterObjectSet set) {
        return client.secrets().inNamespace(namespace).withName(nameOf(set));
    }

    private static String nameOf(ClusterObjectSet set) {
        return "cascade-" + set.getMetadata().getUid();
    }

    private Secret markOf(ClusterObjectSet set) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(nameOf(set))
                .withNamespace(namespace)
                .addNewOwnerReference()
                .withApiVersion(OlmApi.API_VERSION)
                .withKind(ClusterObjectSet.KIND)
                .withName(set.getMetadata().getName())
                .withUid(set.getMetadata().getUid())
                .endOwnerReference()
                .endMetadata()
                .withType(TYPE)
                .withImmutable(true)
                .build();
    }
}
