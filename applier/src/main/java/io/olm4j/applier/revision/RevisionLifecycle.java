package io.olm4j.applier.revision;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.content.Content.UnmarkedSecret;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * What the controller writes for a set beside its status and its objects: before the first object is applied, when the
 * set is archived, and when it is deleted. All with the controller's own client; every method throws
 * {@link KubernetesClientException} if the API server refuses or does not answer.
 */
public final class RevisionLifecycle {

    private final KubernetesClient client;
    private final RevisionSecrets secrets;
    private final CascadeMarks cascades;

    /**
     * @param secretNamespace the same namespace as that of the {@link RevisionBuilder}
     * @param time tells how old the list of the marks for orphaning deletions is; only differences count
     */
    public RevisionLifecycle(KubernetesClient client, String secretNamespace, InstantSource time) {
        this.client = client;
        this.secrets = new RevisionSecrets(client, secretNamespace);
        this.cascades = new CascadeMarks(client, secretNamespace, time);
    }

    /**
     * Prepares a set before any of its objects is applied: marks its Secrets and creates the mark for an orphaning
     * deletion.
     *
     * @param unmarked its Secrets that do not carry its UID yet
     */
    public void prepare(ClusterObjectSet set, List<UnmarkedSecret> unmarked) {
        unmarked.forEach(secret -> secrets.mark(secret.name(), secret.uid(), set));
        cascades.ensure(set);
    }

    /** Archives a set: the objects that it still controls will be deleted. */
    public ClusterObjectSet archive(ClusterObjectSet set) {
        Map<String, ?> patch = Map.of(
                "metadata", Map.of("uid", set.getMetadata().getUid()), "spec", Map.of("lifecycleState", "Archived"));
        return client.resource(set).patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(patch));
    }

    /** Whether the deletion of a set orphans its objects. */
    public boolean isOrphaning(ClusterObjectSet set) {
        return cascades.isOrphaning(set);
    }

    /** Deletes the Secrets of a set whose objects are all deleted or orphaned. */
    public void finish(ClusterObjectSet set, boolean orphaning) {
        secrets.delete(set);
        cascades.finish(set, orphaning);
    }

    /** Deletes the mark for an orphaning deletion of a set that has left the cluster. */
    public void gone(ClusterObjectSet set) {
        cascades.left(set);
    }
}
