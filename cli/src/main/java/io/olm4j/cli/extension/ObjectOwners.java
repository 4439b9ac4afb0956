package io.olm4j.cli.extension;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.OlmApi;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.watch.Owners;
import io.olm4j.cli.installed.RevisionObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the revision that controls an object, or the object that controls it. Annotations and owner references are
 * claims: a revision counts if it exists with the UID that the object names, and if its content holds the object; a
 * controller counts if it exists with the UID. Annotations of an object with another controller may be copies.
 */
final class ObjectOwners {

    /** A pod of a CronJob has two. */
    private static final int MAX_CONTROLLERS = 8;

    private final KubernetesClient client;
    private final ObjectClient objects;
    private final RestMapper kinds;

    ObjectOwners(KubernetesClient client) {
        this.client = client;
        this.objects = ObjectClient.of(client);
        this.kinds = new RestMapper(objects);
    }

    private record Claim(String revision, String uid) {}

    ObjectOwner of(GenericKubernetesResource object) {
        List<String> controllers = new ArrayList<>();
        ObjectOwner owner = direct(object);
        Optional<GenericKubernetesResource> next = controller(object, owner);
        while (next.isPresent() && controllers.size() < MAX_CONTROLLERS) {
            GenericKubernetesResource controller = next.get();
            controllers.add(
                    controller.getKind() + " " + controller.getMetadata().getName());
            owner = direct(controller);
            next = controller(controller, owner);
        }
        return owner.of(name(object), controllers);
    }

    /** What controls an object, unless a revision holds it. */
    private Optional<GenericKubernetesResource> controller(GenericKubernetesResource object, ObjectOwner owner) {
        Optional<String> namespace = Optional.ofNullable(object.getMetadata().getNamespace());
        return object.getMetadata().getOwnerReferences().stream()
                .filter(reference -> Boolean.TRUE.equals(reference.getController()))
                .filter(reference -> !reference.getKind().equals(ClusterObjectSet.KIND))
                .filter(_ -> owner.revision().isEmpty() || !owner.verified())
                .findFirst()
                .flatMap(reference -> find(reference, namespace));
    }

    private Optional<GenericKubernetesResource> find(OwnerReference reference, Optional<String> namespace) {
        return kinds.find(GroupVersionKind.of(reference.getApiVersion(), reference.getKind()))
                .flatMap(mapping -> objects.get(mapping, namespace.orElse(""), reference.getName()))
                .map(found -> client.getKubernetesSerialization().convertValue(found, GenericKubernetesResource.class))
                .filter(found -> found.getMetadata().getUid().equals(reference.getUid()));
    }

    private static String name(GenericKubernetesResource object) {
        return object.getKind() + " "
                + Optional.ofNullable(object.getMetadata().getNamespace())
                        .map(namespace -> namespace + "/")
                        .orElse("")
                + object.getMetadata().getName();
    }

    private ObjectOwner direct(GenericKubernetesResource object) {
        if (object.getKind().equals(ClusterObjectSet.KIND)
                && object.getApiVersion().equals(OlmApi.API_VERSION)) {
            return revision(client.getKubernetesSerialization().convertValue(object, ClusterObjectSet.class), object);
        }
        Optional<Claim> claim = claim(object);
        Optional<ClusterObjectSet> named =
                claim.flatMap(one -> Optional.ofNullable(client.resources(ClusterObjectSet.class)
                                .withName(one.revision())
                                .get())
                        .filter(set -> set.getMetadata().getUid().equals(one.uid())));
        Optional<Boolean> held = named.flatMap(set -> new RevisionObjects(client).holds(set, Owners.refOf(object)));
        Optional<ClusterObjectSet> revision = named.filter(_ -> held.orElse(true));
        return new ObjectOwner(
                name(object),
                List.of(),
                revision.flatMap(RevisionOwner::of).map(OwnerReference::getName),
                revision.map(set -> set.getMetadata().getName()),
                revision.flatMap(set -> Annotations.find(set, Annotations.BUNDLE_NAME)),
                claim.map(Claim::revision).filter(_ -> revision.isEmpty()),
                held.isPresent());
    }

    private static ObjectOwner revision(ClusterObjectSet set, GenericKubernetesResource object) {
        return new ObjectOwner(
                name(object),
                List.of(),
                RevisionOwner.of(set).map(OwnerReference::getName),
                Optional.of(set.getMetadata().getName()),
                Annotations.find(set, Annotations.BUNDLE_NAME),
                Optional.empty(),
                true);
    }

    private static Optional<Claim> claim(GenericKubernetesResource object) {
        return object.getMetadata().getOwnerReferences().stream()
                .filter(owner -> owner.getKind().equals(ClusterObjectSet.KIND))
                .map(owner -> new Claim(owner.getName(), owner.getUid()))
                .findFirst()
                .or(() -> Annotations.find(object, Annotations.REVISION_NAME)
                        .flatMap(revision -> Annotations.find(object, Annotations.REVISION_UID)
                                .map(uid -> new Claim(revision, uid))))
                .filter(claim -> !claim.revision().isEmpty());
    }
}
