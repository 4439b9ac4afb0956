package io.olm4j.cli.extension;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.revision.RevisionDecider;
import io.olm4j.cli.installed.RevisionObjects;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the revision that controls an object. Annotations and owner references are claims: a revision counts if it
 * exists with the UID that the object names, and if its content holds the object.
 */
final class ObjectOwners {

    private final KubernetesClient client;

    ObjectOwners(KubernetesClient client) {
        this.client = client;
    }

    private record Claim(String revision, String uid) {}

    ObjectOwner of(GenericKubernetesResource object) {
        String name = object.getKind() + " "
                + Optional.ofNullable(object.getMetadata().getNamespace())
                        .map(namespace -> namespace + "/")
                        .orElse("")
                + object.getMetadata().getName();
        Optional<Claim> claim = claim(object);
        Optional<ClusterObjectSet> named =
                claim.flatMap(one -> Optional.ofNullable(client.resources(ClusterObjectSet.class)
                                .withName(one.revision())
                                .get())
                        .filter(set -> set.getMetadata().getUid().equals(one.uid())));
        Optional<Boolean> held = named.flatMap(set -> new RevisionObjects(client).holds(set, ref(object)));
        Optional<ClusterObjectSet> revision = named.filter(_ -> held.orElse(true));
        return new ObjectOwner(
                name,
                revision.flatMap(RevisionOwner::of).map(OwnerReference::getName),
                revision.map(set -> set.getMetadata().getName()),
                revision.flatMap(set -> RevisionDecider.annotation(set, Annotations.BUNDLE_NAME)),
                claim.map(Claim::revision).filter(_ -> revision.isEmpty()),
                held.isPresent());
    }

    private static ObjectRef ref(GenericKubernetesResource object) {
        String apiVersion = object.getApiVersion();
        int slash = apiVersion.indexOf('/');
        return new ObjectRef(
                slash < 0 ? "" : apiVersion.substring(0, slash),
                apiVersion.substring(slash + 1),
                object.getKind(),
                Optional.ofNullable(object.getMetadata().getNamespace()).orElse(""),
                object.getMetadata().getName());
    }

    private static Optional<Claim> claim(GenericKubernetesResource object) {
        Map<String, String> annotations = object.getMetadata().getAnnotations();
        return object.getMetadata().getOwnerReferences().stream()
                .filter(owner -> owner.getKind().equals(ClusterObjectSet.KIND))
                .map(owner -> new Claim(owner.getName(), owner.getUid()))
                .findFirst()
                .or(() -> annotation(annotations, Annotations.REVISION_NAME)
                        .flatMap(revision -> annotation(annotations, Annotations.REVISION_UID)
                                .map(uid -> new Claim(revision, uid))));
    }

    private static Optional<String> annotation(@Nullable Map<String, String> annotations, String key) {
        return Optional.ofNullable(annotations).map(all -> all.get(key));
    }
}
