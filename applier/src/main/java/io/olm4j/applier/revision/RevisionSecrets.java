package io.olm4j.applier.revision;

import static java.net.HttpURLConnection.HTTP_CONFLICT;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.content.PackedSecrets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The Secrets with the objects of revisions, in the system namespace. They carry the UID of their set in an annotation.
 * This is not an owner reference: when a user deletes the set in the foreground, the garbage collector would delete the
 * Secrets before the objects.
 */
final class RevisionSecrets {

    private final KubernetesClient client;
    private final String namespace;

    RevisionSecrets(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /**
     * Creates the Secrets that do not exist.
     *
     * @return those as they were created
     */
    List<Secret> create(List<Secret> wanted) {
        return wanted.stream().flatMap(secret -> create(secret).stream()).toList();
    }

    private Optional<Secret> create(Secret secret) {
        try {
            return createUnlessThere(secret);
        } catch (KubernetesClientException e) {
            throw ApiException.during(
                    "creating ref Secret \"" + secret.getMetadata().getName() + "\": ", e);
        }
    }

    private Optional<Secret> createUnlessThere(Secret secret) {
        try {
            return Optional.of(client.resource(secret).create());
        } catch (KubernetesClientException e) {
            if (e.getCode() != HTTP_CONFLICT) {
                throw e;
            }
            Secret there = client.resource(secret).get();
            if (there == null || isLeft(there)) {
                // The existing Secret is being deleted, or will be, with the set that it belonged to.
                if (there != null) {
                    ExactDeletion.delete(client, there);
                }
                return Optional.of(client.resource(secret).create());
            }
            return Optional.empty();
        }
    }

    /** Whether a Secret belonged to a deleted set of an earlier extension with the same name. */
    private boolean isLeft(Secret secret) {
        Optional<String> uid = uidOf(secret);
        if (uid.isEmpty()) {
            return secret.isMarkedForDeletion();
        }
        ClusterObjectSet set = client.resources(ClusterObjectSet.class)
                .withName(PackedSecrets.revisionOf(secret.getMetadata().getName()))
                .get();
        return set == null || !set.getMetadata().getUid().equals(uid.get());
    }

    /** Writes the UID of a revision on Secrets that were created for it. */
    void mark(List<Secret> created, ClusterObjectSet set) {
        created.forEach(secret ->
                mark(secret.getMetadata().getName(), secret.getMetadata().getUid(), set));
    }

    /**
     * Writes the UID of a revision on one of its Secrets, and removes the owner reference that an earlier olm4j set.
     *
     * @param uid the UID of the Secret
     */
    void mark(String name, String uid, ClusterObjectSet set) {
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .build();
        Map<String, Object> metadata = Map.of(
                "uid",
                uid,
                "annotations",
                Map.of(Annotations.REVISION_UID, set.getMetadata().getUid()),
                "ownerReferences",
                List.of());
        client.resource(secret)
                .patch(PatchContext.of(PatchType.JSON_MERGE), Serialization.asJson(Map.of("metadata", metadata)));
    }

    /** Marks the Secrets of a set that no reconcile has prepared. */
    void markUnmarked(ClusterObjectSet set) {
        mark(of(set).filter(secret -> isUnmarkedOf(secret, set)).toList(), set);
    }

    /** Deletes the Secrets of a set, also those that were never marked because no reconcile prepared the set. */
    void delete(ClusterObjectSet set) {
        of(set).filter(secret -> isOf(secret, set) || isUnmarkedOf(secret, set))
                .forEach(secret -> ExactDeletion.delete(client, secret));
    }

    /**
     * Deletes the Secrets that were made for an extension and do not belong to an existing set.
     *
     * @param existingSets the UIDs of all sets, asked for if there are Secrets
     */
    void deleteLeft(String extension, Supplier<Set<String>> existingSets) {
        List<Secret> secrets = packed(Labels.OWNER_NAME, extension).toList();
        if (!secrets.isEmpty()) {
            Set<String> existing = existingSets.get();
            secrets.stream()
                    .filter(secret -> uidOf(secret).filter(existing::contains).isEmpty())
                    .forEach(secret -> ExactDeletion.delete(client, secret));
        }
    }

    /**
     * Whether all content of a set is in Secrets that were made for it as a revision of an extension with this name.
     */
    boolean prove(ClusterObjectSet set, String extension) {
        List<String> proven = of(set).filter(secret -> isOf(secret, set) && isMadeFor(secret, extension))
                .map(secret -> secret.getMetadata().getName())
                .toList();
        return !proven.isEmpty()
                && set.getSpec().phases().stream()
                        .flatMap(phase -> phase.objects().stream())
                        .allMatch(object -> object.ref() != null
                                && namespace.equals(object.ref().namespace())
                                && proven.contains(object.ref().name()));
    }

    private Stream<Secret> of(ClusterObjectSet set) {
        return packed(Labels.REVISION_NAME, set.getMetadata().getName());
    }

    private Stream<Secret> packed(String label, String name) {
        return client.secrets().inNamespace(namespace).withLabel(label, Labels.value(name)).list().getItems().stream()
                .filter(secret -> PackedSecrets.TYPE.equals(secret.getType()));
    }

    private static boolean isOf(Secret secret, ClusterObjectSet set) {
        return uidOf(secret).filter(set.getMetadata().getUid()::equals).isPresent();
    }

    /** The set has the name for which the Secret was made. */
    private static boolean isUnmarkedOf(Secret secret, ClusterObjectSet set) {
        return uidOf(secret).isEmpty()
                && RevisionOwner.of(set)
                        .filter(owner -> isMadeFor(secret, owner.getName()))
                        .isPresent();
    }

    private static boolean isMadeFor(Secret secret, String extension) {
        return Labels.value(extension).equals(secret.getMetadata().getLabels().get(Labels.OWNER_NAME));
    }

    /**
     * The UID of the set that a Secret belongs to; an earlier olm4j wrote it as an owner reference, which is read too.
     */
    private static Optional<String> uidOf(Secret secret) {
        return Annotations.find(secret, Annotations.REVISION_UID)
                .or(() -> secret.getMetadata().getOwnerReferences().stream()
                        .map(OwnerReference::getUid)
                        .findFirst());
    }
}
