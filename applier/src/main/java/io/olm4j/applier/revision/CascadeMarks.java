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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records for each set whether its deletion orphans its objects. The garbage collector removes the finalizer {@code
 * orphan} from a set as soon as it has removed the owner references of the dependents, which may be before the
 * controller sees the finalizer. Therefore each set has one dependent, an empty Secret in the system namespace: if that
 * Secret lost its owner reference, the deletion orphans the objects.
 */
final class CascadeMarks {

    private static final Logger LOG = LoggerFactory.getLogger(CascadeMarks.class);

    private static final String TYPE = "olm.operatorframework.io/cascade";
    private static final String PREFIX = "cascade-";
    private static final Duration LISTED_AGAIN = Duration.ofMinutes(10);
    private static final Duration TRIED_AGAIN = Duration.ofMinutes(1);

    private final KubernetesClient client;
    private final String namespace;
    private final InstantSource time;
    private volatile Set<String> known = ConcurrentHashMap.newKeySet();

    /** The UIDs of the sets whose objects were orphaned, until the sets have left the cluster. */
    private final Set<String> orphaned = ConcurrentHashMap.newKeySet();

    private @Nullable Instant listed;

    CascadeMarks(KubernetesClient client, String namespace, InstantSource time) {
        this.client = client;
        this.namespace = namespace;
        this.time = time;
    }

    /** Creates the mark of a set that is not being deleted; must be called before an object of the set is applied. */
    void ensure(ClusterObjectSet set) {
        String uid = set.getMetadata().getUid();
        // A set whose content is not recorded yet is new, and most likely has no mark.
        boolean isNew = set.statusOrEmpty().observedPhases().isEmpty();
        if (!isNew) {
            list();
        }
        if (known.contains(uid)) {
            return;
        }
        try {
            client.resource(markOf(set)).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() != HTTP_CONFLICT) {
                throw e;
            }
            repair(set);
        }
        known.add(uid);
    }

    /**
     * Replaces a mark that has lost its owner reference although its set is not being deleted, as after a restore from
     * a backup. The garbage collector removes the reference only after the deletion of the set has begun.
     */
    private void repair(ClusterObjectSet set) {
        Secret mark = mark(set).get();
        if (mark == null) {
            client.resource(markOf(set)).create();
            return;
        }
        if (isOwned(mark, set.getMetadata().getUid())) {
            return;
        }
        ClusterObjectSet now = client.resource(set).get();
        if (now != null
                && now.getMetadata().getUid().equals(set.getMetadata().getUid())
                && !now.isMarkedForDeletion()) {
            ExactDeletion.delete(client, mark);
            client.resource(markOf(set)).create();
        }
    }

    private static boolean isOwned(Secret mark, String uid) {
        return mark.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> owner.getUid().equals(uid));
    }

    /**
     * Lists the marks of all sets, because after a start all sets ask for theirs, and again later, because somebody may
     * have deleted Secrets. Deletes those of orphaned sets that have left the cluster, in case the process ended before
     * it could.
     */
    private synchronized void list() {
        Instant now = time.instant();
        if (listed == null || now.isBefore(listed) || now.isAfter(listed.plus(LISTED_AGAIN))) {
            try {
                listNow(now);
            } catch (KubernetesClientException e) {
                if (listed == null) {
                    throw e;
                }
                // The known marks count until then: sets must not wait for a check that only finds rare damage.
                listed = now.minus(LISTED_AGAIN).plus(TRIED_AGAIN);
                LOG.atWarn().log("The marks of orphaning deletions are listed later: {}", e.getMessage());
            }
        }
    }

    private void listNow(Instant now) {
        Set<String> there = ConcurrentHashMap.newKeySet();
        Map<String, Secret> ownerless = new HashMap<>();
        client.secrets().inNamespace(namespace).withField("type", TYPE).list().getItems().stream()
                .filter(mark -> mark.getMetadata().getName().startsWith(PREFIX))
                .forEach(mark -> {
                    String uid = mark.getMetadata().getName().substring(PREFIX.length());
                    if (isOwned(mark, uid)) {
                        there.add(uid);
                    } else {
                        ownerless.put(uid, mark);
                    }
                });
        known = there;
        listed = now;
        if (ownerless.isEmpty()) {
            return;
        }
        for (ClusterObjectSet set :
                client.resources(ClusterObjectSet.class).list().getItems()) {
            if (ownerless.remove(set.getMetadata().getUid()) != null && !set.isMarkedForDeletion()) {
                repair(set);
            }
        }
        ownerless.values().forEach(mark -> ExactDeletion.delete(client, mark));
    }

    /** Whether the deletion of a set orphans its objects. */
    boolean isOrphaning(ClusterObjectSet set) {
        if (set.getMetadata().getFinalizers().contains(Finalizers.ORPHAN)) {
            return true;
        }
        Secret mark = mark(set).get();
        return mark != null
                && !mark.isMarkedForDeletion()
                && !isOwned(mark, set.getMetadata().getUid());
    }

    /**
     * Notes that nothing of a set is left to do. The garbage collector deletes its mark with the set. After an
     * orphaning deletion, which has removed the owner reference of the mark, the mark stays until {@link #left}: if the
     * finalizer cannot be removed now, the next attempt must not take the objects for those of an ordinary deletion.
     */
    void finish(ClusterObjectSet set, boolean orphaning) {
        String uid = set.getMetadata().getUid();
        known.remove(uid);
        if (orphaning) {
            orphaned.add(uid);
        }
    }

    /** Deletes the mark of an orphaned set that has left the cluster. */
    void left(ClusterObjectSet set) {
        if (orphaned.remove(set.getMetadata().getUid())) {
            mark(set).delete();
        }
    }

    private Resource<Secret> mark(ClusterObjectSet set) {
        return client.secrets().inNamespace(namespace).withName(nameOf(set));
    }

    private static String nameOf(ClusterObjectSet set) {
        return PREFIX + set.getMetadata().getUid();
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
