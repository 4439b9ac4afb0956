package io.olm4j.applier.revision;

import static java.net.HttpURLConnection.HTTP_CONFLICT;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.content.CreatedSecrets;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import java.time.Clock;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The revisions of an extension on the API server, read and written with the controller's own client. Every method
 * throws {@link KubernetesClientException} if the API server refuses or does not answer.
 */
public final class Revisions implements RevisionWriter {

    /**
     * How many revisions are kept besides the one that was created last. They are archived when the last one has rolled
     * out.
     */
    static final int KEPT = 5;

    private final KubernetesClient client;
    private final CreatedSecrets created;
    private final RevisionSecrets secrets;
    private final SetOwners owners;
    private final Clock clock;

    /** @param secretNamespace the same namespace as that of the {@link RevisionBuilder} */
    public Revisions(KubernetesClient client, String secretNamespace) {
        this(client, secretNamespace, Clock.systemUTC(), new CreatedSecrets());
    }

    /**
     * Does the same on another clock, and hands over the Secrets that it creates.
     *
     * @param clock tells when a revision succeeded
     * @param created receives the Secrets of new revisions
     */
    public Revisions(KubernetesClient client, String secretNamespace, Clock clock, CreatedSecrets created) {
        this.client = client;
        this.created = created;
        this.secrets = new RevisionSecrets(client, secretNamespace);
        this.owners = new SetOwners(client);
        this.clock = clock;
    }

    /**
     * The revisions of an extension that is being deleted, oldest first. It asks the API server if the cache has none,
     * or has one that is not being deleted yet.
     *
     * @param cached sets that the cache knows, also of other extensions
     */
    public List<ClusterObjectSet> left(ClusterExtension extension, Collection<ClusterObjectSet> cached) {
        Map<String, ClusterObjectSet> left = new HashMap<>();
        revisionsOf(extension, cached).forEach(set -> left.put(set.getMetadata().getName(), set));
        if (left.isEmpty() || !left.values().stream().allMatch(ClusterObjectSet::isMarkedForDeletion)) {
            // A set that is no longer a revision of the extension takes the place of the one in the cache.
            labelled(extension).forEach(set -> left.put(set.getMetadata().getName(), set));
        }
        return revisionsOf(extension, left.values());
    }

    /** A set without the label of the extension is missing, because reading all sets of a large cluster takes long. */
    private List<ClusterObjectSet> labelled(ClusterExtension extension) {
        return client.resources(ClusterObjectSet.class)
                .withLabel(
                        Labels.OWNER_NAME, Labels.value(extension.getMetadata().getName()))
                .list()
                .getItems();
    }

    private List<ClusterObjectSet> all() {
        return client.resources(ClusterObjectSet.class).list().getItems();
    }

    private static List<ClusterObjectSet> revisionsOf(ClusterExtension extension, Collection<ClusterObjectSet> sets) {
        return sets.stream()
                .filter(set ->
                        RevisionOwner.isRevisionOf(set, extension.getMetadata().getUid()))
                .sorted(Comparator.comparingLong(set -> set.getSpec().revision()))
                .toList();
    }

    @Override
    public boolean replace(ClusterObjectSet set, String by, Consumer<ClusterObjectSet> onWrite) {
        ClusterObjectSet now = client.resource(set).get();
        if (now == null
                || !now.getMetadata().getUid().equals(set.getMetadata().getUid())
                || Annotations.find(now, Annotations.REPLACED_BY).isPresent()) {
            return true;
        }
        if (now.hasRolledOut()) {
            return false;
        }
        Map<String, Object> metadata = Map.of(
                "uid", now.getMetadata().getUid(),
                "resourceVersion", now.getMetadata().getResourceVersion(),
                "annotations", Map.of(Annotations.REPLACED_BY, by));
        try {
            onWrite.accept(mergePatch(now, Map.of("metadata", metadata)));
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HTTP_CONFLICT) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Creates the Secrets, then the set. After an interruption at any point the call can be repeated: names are derived
     * from the content, and an existing object with the same content is used as it is. The Secrets are marked with the
     * UID of the set by {@link RevisionLifecycle#prepare}.
     *
     * @return the set as it is on the server
     * @throws KubernetesClientException with 409 if another set has the name
     */
    @Override
    public ClusterObjectSet create(RevisionPlan plan) {
        secrets.create(plan.secrets()).forEach(created::put);
        try {
            return createSet(plan.set());
        } catch (KubernetesClientException e) {
            throw ApiException.during("creating new Revision: ", e);
        }
    }

    @Override
    public boolean restore(ClusterObjectSet set, RevisionPlan plan) {
        List<Secret> restored = secrets.create(plan.secrets());
        secrets.mark(restored, set);
        return !restored.isEmpty();
    }

    /**
     * Records that a revision has rolled out: that of a bundle which the original had installed by Helm. The condition
     * gets a field manager of its own, so that a status which a reconcile of the set writes at the same time keeps it.
     *
     * @return the set as it is on the server
     * @throws KubernetesClientException with 409 if another set has the name
     */
    public ClusterObjectSet succeed(ClusterObjectSet set) {
        var patch = new ClusterObjectSet();
        patch.setMetadata(new ObjectMetaBuilder()
                .withName(set.getMetadata().getName())
                .withUid(set.getMetadata().getUid())
                .build());
        patch.setStatus(new ClusterObjectSetStatus(
                new Conditions(List.of(), set.getMetadata().getGeneration(), clock.instant())
                        .set(
                                ConditionTypes.SUCCEEDED,
                                Status.TRUE,
                                Reasons.SUCCEEDED,
                                ClusterObjectSet.SUCCEEDED_BY_HELM)
                        .toList(),
                List.of()));
        return client.resource(patch)
                .subresource("status")
                .patch(new PatchContext.Builder()
                        .withForce(true)
                        .withFieldManager("olm.operatorframework.io/clusterextension-controller")
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .build());
    }

    private ClusterObjectSet createSet(ClusterObjectSet wanted) {
        try {
            return client.resource(wanted).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() == HTTP_CONFLICT) {
                ClusterObjectSet there = client.resource(wanted).get();
                if (there != null
                        && RevisionOwner.areSiblings(there, wanted)
                        && there.getSpec().phases().equals(wanted.getSpec().phases())) {
                    return there;
                }
                throw new KubernetesClientException(
                        ("ClusterObjectSet \"%s\" exists already and is not a revision of this extension; the next"
                                        + " free number is tried")
                                .formatted(wanted.getMetadata().getName()),
                        HTTP_CONFLICT,
                        null);
            }
            throw e;
        }
    }

    /**
     * Deletes the Secrets of an extension that do not belong to a set: those of a revision whose set was never created.
     */
    public void deleteLeftSecrets(String extensionName) {
        secrets.deleteLeft(
                extensionName,
                () -> all().stream().map(set -> set.getMetadata().getUid()).collect(Collectors.toSet()));
    }

    /**
     * Makes a set a revision of an extension, if an orphaning deletion detached it from an earlier extension of the
     * same name. The label of the set is not a proof, but its Secrets are: only the controller marks Secrets in the
     * system namespace.
     *
     * @return the set as it is on the server; empty if it is not such a set, or if the extension is being deleted
     */
    public Optional<ClusterObjectSet> adopt(ClusterExtension extension, ClusterObjectSet set) {
        if (RevisionOwner.controller(set).isPresent()
                || set.isMarkedForDeletion()
                || !secrets.prove(set, extension.getMetadata().getName())
                || !isActive(extension)) {
            return Optional.empty();
        }
        return Optional.of(owners.attach(set, extension));
    }

    private boolean isActive(ClusterExtension extension) {
        ClusterExtension there = client.resource(extension).get();
        return there != null
                && there.getMetadata().getUid().equals(extension.getMetadata().getUid())
                && !there.isMarkedForDeletion();
    }

    /**
     * Removes an extension from the owners of its sets, so that they stay when the extension is deleted. The garbage
     * collector does so too, but it misses sets that it has not seen yet and would delete them later.
     */
    public void orphan(ClusterExtension extension) {
        List<ClusterObjectSet> revisions = revisionsOf(extension, all());
        // Without its owner, a set that was never prepared could not prove that they are its own.
        revisions.forEach(secrets::markUnmarked);
        revisions.forEach(set -> owners.detach(set, extension.getMetadata().getUid()));
    }

    /**
     * Changes owner, labels, annotations, deadline and probes of an existing revision to the wanted ones; its content
     * stays. A set that is no longer a revision of the extension, because an orphaning deletion detached it, is not
     * changed: with a new owner that is being deleted, the garbage collector would delete the set.
     *
     * @return the set as it is on the server
     */
    @Override
    public ClusterObjectSet amend(ClusterObjectSet existing, ClusterObjectSet wanted) {
        try {
            return amendNow(existing, wanted);
        } catch (KubernetesClientException e) {
            if (e.getCode() == HTTP_CONFLICT) {
                return amendNow(existing, wanted); // Most often a reconcile of the set has written its status.
            }
            throw e;
        }
    }

    private ClusterObjectSet amendNow(ClusterObjectSet existing, ClusterObjectSet wanted) {
        ClusterObjectSet now = client.resource(existing).get();
        if (now == null || !RevisionOwner.areSiblings(now, wanted)) {
            return existing;
        }
        Map<String, @Nullable String> annotations = new LinkedHashMap<>();
        RevisionDecider.ownAnnotations()
                .forEach(key ->
                        annotations.put(key, Annotations.find(wanted, key).orElse(null)));
        annotations.put(Annotations.REPLACED_BY, replacement(now, wanted).orElse(null));
        Map<String, @Nullable Object> spec = new LinkedHashMap<>();
        spec.put("progressDeadlineMinutes", wanted.getSpec().progressDeadlineMinutes());
        spec.put("progressionProbes", wanted.getSpec().progressionProbes());
        Map<String, Object> metadata = Map.of(
                "uid", now.getMetadata().getUid(),
                "resourceVersion", now.getMetadata().getResourceVersion(),
                "labels", RevisionDecider.ownLabels(wanted),
                "annotations", annotations,
                "ownerReferences", owners(now, wanted));
        return mergePatch(now, Map.of("metadata", metadata, "spec", spec));
    }

    /**
     * The mark that the revision was replaced; empty if it must be removed. It stays while the revision that it names
     * exists, because the caller may not have seen that revision yet.
     */
    private Optional<String> replacement(ClusterObjectSet now, ClusterObjectSet wanted) {
        return Annotations.find(now, Annotations.REPLACED_BY)
                .filter(by -> Annotations.find(wanted, Annotations.REPLACED_BY).isPresent() || isNewerSibling(by, now));
    }

    private boolean isNewerSibling(String name, ClusterObjectSet set) {
        ClusterObjectSet named =
                client.resources(ClusterObjectSet.class).withName(name).get();
        return named != null
                && RevisionOwner.areSiblings(named, set)
                && named.getSpec().revision() > set.getSpec().revision();
    }

    /** The wanted owner, and the existing owners of other kinds. */
    private static List<OwnerReference> owners(ClusterObjectSet existing, ClusterObjectSet wanted) {
        return Stream.concat(
                        existing.getMetadata().getOwnerReferences().stream()
                                .filter(owner -> !owner.getKind().equals(ClusterExtension.KIND)),
                        wanted.getMetadata().getOwnerReferences().stream())
                .toList();
    }

    /**
     * Deletes sets; each exists until the objects that it controls are deleted. A set that has the name of one of them,
     * but not its UID, stays.
     */
    public void delete(List<ClusterObjectSet> sets) {
        sets.stream().filter(set -> !set.isMarkedForDeletion()).forEach(set -> ExactDeletion.delete(client, set));
    }

    /**
     * Deletes archived sets that are not among the newest five of all sets; active sets are never deleted.
     *
     * @param sets the sets that existed before the last one was created
     */
    @Override
    public void collectGarbage(List<ClusterObjectSet> sets) {
        delete(sets.stream()
                .sorted(Comparator.comparingLong(
                                (ClusterObjectSet set) -> set.getSpec().revision())
                        .reversed())
                .skip(KEPT)
                .filter(ClusterObjectSet::isArchived)
                .toList());
    }

    private <T extends HasMetadata> T mergePatch(T resource, Map<String, ?> patch) {
        return client.resource(resource).patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(patch));
    }
}
