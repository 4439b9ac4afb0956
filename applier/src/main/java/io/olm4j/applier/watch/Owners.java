package io.olm4j.applier.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.json.LiveObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the identity of an object and the owners that it names. */
public final class Owners {

    private Owners() {}

    /** A set that an object names as its owner. */
    record Owner(String name, String uid) {

        OwnerReference reference() {
            return new OwnerReferenceBuilder()
                    .withApiVersion(OlmApi.API_VERSION)
                    .withKind(ClusterObjectSet.KIND)
                    .withName(name)
                    .withUid(uid)
                    .build();
        }
    }

    /** The sets among the owners of an object, and the one that its annotations name. */
    static List<Owner> of(GenericKubernetesResource object) {
        Stream<Owner> referred = object.getMetadata().getOwnerReferences().stream()
                .filter(owner -> owner.getKind().equals(ClusterObjectSet.KIND)
                        && owner.getApiVersion().startsWith(OlmApi.GROUP + "/"))
                .map(owner -> new Owner(owner.getName(), owner.getUid()));
        return Stream.concat(referred, annotated(object).stream()).distinct().toList();
    }

    private static Optional<Owner> annotated(GenericKubernetesResource object) {
        return Annotations.find(object, Annotations.REVISION_NAME)
                .flatMap(name ->
                        Annotations.find(object, Annotations.REVISION_UID).map(uid -> new Owner(name, uid)));
    }

    /** The set that the annotations of an object name, which olm4j has written. */
    static Optional<Owner> annotated(ObjectNode object) {
        var written = new LiveObject(object);
        var owner =
                new Owner(written.annotation(Annotations.REVISION_NAME), written.annotation(Annotations.REVISION_UID));
        return Optional.of(owner).filter(named -> !named.name().isEmpty());
    }

    /** The identity of an object. */
    public static ObjectRef refOf(GenericKubernetesResource object) {
        GroupVersionKind kind = GroupVersionKind.of(object.getApiVersion(), object.getKind());
        String namespace = object.getMetadata().getNamespace();
        return new ObjectRef(
                kind.group(),
                kind.version(),
                kind.kind(),
                namespace == null ? "" : namespace,
                object.getMetadata().getName());
    }
}
