package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.cluster.GroupVersionKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the owners that an object names. */
final class Owners {

    private Owners() {}

    /** A set that an object names as its owner. */
    record Owner(String name, String uid) {}

    /** The sets among the owners of an object, and the one that its annotations name. */
    static List<Owner> of(GenericKubernetesResource object) {
        ObjectMeta metadata = object.getMetadata();
        Stream<Owner> referred = metadata.getOwnerReferences().stream()
                .filter(owner -> owner.getKind().equals(ClusterObjectSet.KIND)
                        && owner.getApiVersion().startsWith(OlmApi.GROUP + "/"))
                .map(owner -> new Owner(owner.getName(), owner.getUid()));
        return Stream.concat(referred, annotated(metadata).stream()).distinct().toList();
    }

    private static Optional<Owner> annotated(ObjectMeta metadata) {
        Map<String, String> annotations = metadata.getAnnotations() == null ? Map.of() : metadata.getAnnotations();
        return annotations.containsKey(Annotations.REVISION_NAME) && annotations.containsKey(Annotations.REVISION_UID)
                ? Optional.of(new Owner(
                        annotations.getOrDefault(Annotations.REVISION_NAME, ""),
                        annotations.getOrDefault(Annotations.REVISION_UID, "")))
                : Optional.empty();
    }

    static GroupVersionKind kindOf(GenericKubernetesResource object) {
        return GroupVersionKind.of(object.getApiVersion(), object.getKind());
    }
}
