package io.olm4j.applier.revision;

import static java.net.HttpURLConnection.HTTP_CONFLICT;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.RevisionOwner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a set a revision of an extension, or no longer one. The owners that other clients added stay. */
final class SetOwners {

    /** How often the owners of a set are replaced if others change the set meanwhile. */
    private static final int ATTEMPTS = 10;

    private final KubernetesClient client;

    SetOwners(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Makes a set a revision of an extension.
     *
     * @return the set as it is on the server
     * @throws KubernetesClientException with 409 if the set has changed since it was read
     */
    ClusterObjectSet attach(ClusterObjectSet set, ClusterExtension extension) {
        String uid = extension.getMetadata().getUid();
        List<OwnerReference> owners = new ArrayList<>(others(set, uid));
        owners.add(RevisionBuilder.owner(extension.getMetadata().getName(), uid));
        return replace(set, owners);
    }

    /**
     * Removes an extension from the owners of one of its revisions. The garbage collector and the controller of sets
     * write the set at the same time.
     *
     * @throws KubernetesClientException with 409 if the set changes all the time
     */
    void detach(ClusterObjectSet set, String extensionUid) {
        Optional<ClusterObjectSet> there = Optional.of(set);
        for (int attempt = 1; there.isPresent(); attempt++) {
            try {
                replace(there.get(), others(there.get(), extensionUid));
                return;
            } catch (KubernetesClientException e) {
                if (e.getCode() != HTTP_CONFLICT || attempt == ATTEMPTS) {
                    throw e;
                }
            }
            there = Optional.ofNullable(client.resource(set).get())
                    .filter(now ->
                            now.getMetadata().getUid().equals(set.getMetadata().getUid())
                                    && RevisionOwner.isRevisionOf(now, extensionUid));
        }
    }

    private static List<OwnerReference> others(ClusterObjectSet set, String extensionUid) {
        return set.getMetadata().getOwnerReferences().stream()
                .filter(owner -> !owner.getUid().equals(extensionUid))
                .toList();
    }

    /** Only at the version that was read, because the list is replaced as a whole. */
    private ClusterObjectSet replace(ClusterObjectSet set, List<OwnerReference> owners) {
        Map<String, Object> metadata = Map.of(
                "uid", set.getMetadata().getUid(),
                "resourceVersion", set.getMetadata().getResourceVersion(),
                "ownerReferences", owners);
        return client.resource(set)
                .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(Map.of("metadata", metadata)));
    }
}
