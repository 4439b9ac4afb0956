package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.cluster.GroupVersionKind;
import java.util.List;

/** Reads whose an object is. */
final class Owners {

    private Owners() {}

    /** The names of the sets among the owners of an object. */
    static List<String> of(GenericKubernetesResource object) {
        return object.getMetadata().getOwnerReferences().stream()
                .filter(owner -> owner.getKind().equals(ClusterObjectSet.KIND)
                        && owner.getApiVersion().startsWith(OlmApi.GROUP + "/"))
                .map(owner -> owner.getName())
                .toList();
    }

    static GroupVersionKind kindOf(GenericKubernetesResource object) {
        String apiVersion = object.getApiVersion();
        int slash = apiVersion.indexOf('/');
        return new GroupVersionKind(
                slash < 0 ? "" : apiVersion.substring(0, slash), apiVersion.substring(slash + 1), object.getKind());
    }
}
