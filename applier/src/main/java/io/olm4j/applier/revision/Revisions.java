package io.olm4j.applier.revision;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Labels;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The revisions of an extension on the API server, read and written with the controller's own client. Every method throws
 * {@link KubernetesClientException} where the API server refuses or does not answer.
 */
public final class Revisions {

    /** So many revisions are kept beside the one that was created last; they will be archived when that has rolled out. */
    static final int KEPT = 5;

    private final KubernetesClient client;
    private final String secretNamespace;

    /** @param secretNamespace the same as that of the {@link RevisionBuilder} */
    public Revisions(KubernetesClient client, String secretNamespace) {
        this.client = client;
        this.secretNamespace = secretNamespace;
    }

    /** The sets of an extension, oldest first, read from the API server. */
    public List<ClusterObjectSet> list(String extensionName) {
        return client
                .resources(ClusterObjectSet.class)
                .withLabel(Labels.OWNER_NAME, extensionName)
                .list()
                .getItems()
                .stream()
                .sorted(Comparator.comparingLong(set -> set.getSpec().revision()))
                .toList();
    }

    /**
     * Creates the Secrets, then the set, then makes the set the owner of the Secrets. Interrupted anywhere it can be repeated:
     * names come from the content, and what exists with the same content is taken as it is.
     *
     * @return the set as it is on the server
     */
    public ClusterObjectSet create(RevisionPlan plan) {
        plan.secrets().forEach(this::createSecret);
        ClusterObjectSet set = createSet(plan.set());
        ensureSecretOwner(set);
        return set;
    }

    private void createSecret(Secret secret) {
        try {
            client.resource(secret).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() != 409) {
                throw e;
            }
            Secret there = client.resource(secret).get();
            if (there == null || isLeft(there)) {
                // It is, or will be, collected with the set that had it.
                client.resource(secret).delete();
                client.resource(secret).create();
            }
        }
    }

    /** Whether a Secret belonged to a set that is gone: one of an extension that had the same name. */
    private boolean isLeft(Secret secret) {
        List<OwnerReference> owners = secret.getMetadata().getOwnerReferences();
        if (owners.isEmpty()) {
            return secret.isMarkedForDeletion();
        }
        return owners.stream().noneMatch(owner -> {
            ClusterObjectSet set = client.resources(ClusterObjectSet.class)
                    .withName(owner.getName())
                    .get();
            return set != null && set.getMetadata().getUid().equals(owner.getUid());
        });
    }

    private ClusterObjectSet createSet(ClusterObjectSet wanted) {
        try {
            return client.resource(wanted).create();
        } catch (KubernetesClientException e) {
            if (e.getCode() == 409) {
                ClusterObjectSet there = client.resource(wanted).get();
                if (there != null
                        && there.getSpec().phases().equals(wanted.getSpec().phases())) {
                    return there;
                }
            }
            throw e;
        }
    }

    /** Makes a set the owner of its Secrets, where it is not yet: heals a crash between the steps of {@link #create}. */
    public void ensureSecretOwner(ClusterObjectSet set) {
        OwnerReference owner = new OwnerReferenceBuilder()
                .withApiVersion(OlmApi.API_VERSION)
                .withKind(ClusterObjectSet.KIND)
                .withName(set.getMetadata().getName())
                .withUid(set.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
        client
                .secrets()
                .inNamespace(secretNamespace)
                .withLabel(Labels.REVISION_NAME, set.getMetadata().getName())
                .list()
                .getItems()
                .stream()
                .filter(secret -> secret.getMetadata().getOwnerReferences().stream()
                        .noneMatch(o -> o.getUid().equals(owner.getUid())))
                .forEach(secret -> mergePatch(secret, Map.of("metadata", Map.of("ownerReferences", List.of(owner)))));
    }

    /**
     * Changes owner, annotations, deadline and probes of an existing set to those wanted; its content stays. A set that was left
     * behind is taken over only by an extension that is there to stay: the owner of one that is being deleted would lead the
     * garbage collector to it.
     *
     * @return the set as it is on the server
     */
    public ClusterObjectSet amend(ClusterObjectSet existing, ClusterObjectSet wanted) {
        if (extensions(existing).findAny().isEmpty() && !extensions(wanted).allMatch(this::isActive)) {
            return existing;
        }
        Map<String, @Nullable String> annotations = new LinkedHashMap<>();
        RevisionDecider.ownAnnotations()
                .forEach(key -> annotations.put(
                        key, RevisionDecider.annotation(wanted, key).orElse(null)));
        Map<String, @Nullable Object> spec = new LinkedHashMap<>();
        spec.put("progressDeadlineMinutes", wanted.getSpec().progressDeadlineMinutes());
        spec.put("progressionProbes", wanted.getSpec().progressionProbes());
        return mergePatch(
                existing,
                Map.of(
                        "metadata",
                        Map.of("annotations", annotations, "ownerReferences", owners(existing, wanted)),
                        "spec",
                        spec));
    }

    private static Stream<OwnerReference> extensions(ClusterObjectSet set) {
        return set.getMetadata().getOwnerReferences().stream()
                .filter(owner -> owner.getKind().equals(ClusterExtension.KIND));
    }

    private boolean isActive(OwnerReference owner) {
        ClusterExtension extension = client.resources(ClusterExtension.class)
                .withName(owner.getName())
                .get();
        return extension != null
                && extension.getMetadata().getUid().equals(owner.getUid())
                && !extension.isMarkedForDeletion();
    }

    /**
     * Takes an extension off the owners of its sets, so that they stay when it goes. The garbage collector does so too, but misses
     * what it has not seen yet, and would collect that later.
     */
    public void orphan(ClusterExtension extension) {
        String uid = extension.getMetadata().getUid();
        for (ClusterObjectSet set : list(extension.getMetadata().getName())) {
            List<OwnerReference> owners = set.getMetadata().getOwnerReferences();
            List<OwnerReference> others =
                    owners.stream().filter(owner -> !owner.getUid().equals(uid)).toList();
            if (others.size() < owners.size()) {
                mergePatch(set, Map.of("metadata", Map.of("ownerReferences", others)));
            }
        }
    }

    /** The wanted owner, and those of other kinds. */
    private static List<OwnerReference> owners(ClusterObjectSet existing, ClusterObjectSet wanted) {
        return Stream.concat(
                        existing.getMetadata().getOwnerReferences().stream()
                                .filter(owner -> !owner.getKind().equals(ClusterExtension.KIND)),
                        wanted.getMetadata().getOwnerReferences().stream())
                .toList();
    }

    /** Archives a set: what it still controls is taken down. */
    public ClusterObjectSet archive(ClusterObjectSet set) {
        return mergePatch(set, Map.of("spec", Map.of("lifecycleState", "Archived")));
    }

    /** Deletes sets; each stays until what it controls is taken down. */
    public void delete(List<ClusterObjectSet> sets) {
        sets.stream()
                .filter(set -> !set.isMarkedForDeletion())
                .forEach(set -> client.resource(set).delete());
    }

    /**
     * Deletes archived sets but the newest five of all; active ones never.
     *
     * @param sets those there were before the last one was created
     */
    public void collectGarbage(List<ClusterObjectSet> sets) {
        delete(sets.stream()
                .sorted(Comparator.comparingLong(
                                (ClusterObjectSet set) -> set.getSpec().revision())
                        .reversed())
                .skip(KEPT)
                .filter(set -> set.getSpec().lifecycleState() == LifecycleState.ARCHIVED)
                .toList());
    }

    /** Deletes the Secrets of an extension that belong to no set: those of a revision that never came to be. */
    public void deleteLeftSecrets(String extensionName) {
        client
                .secrets()
                .inNamespace(secretNamespace)
                .withLabel(Labels.OWNER_NAME, extensionName)
                .list()
                .getItems()
                .stream()
                .filter(secret -> SecretPacker.TYPE.equals(secret.getType())
                        && secret.getMetadata().getOwnerReferences().isEmpty())
                .forEach(secret -> client.resource(secret).delete());
    }

    private <T extends HasMetadata> T mergePatch(T resource, Map<String, ?> patch) {
        return client.resource(resource).patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(patch));
    }
}
