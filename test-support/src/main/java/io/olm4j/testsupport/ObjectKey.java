package io.olm4j.testsupport;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Objects;

/**
 * What names an object.
 *
 * @param group empty for the core group
 * @param namespace empty where the kind has none
 */
record ObjectKey(String group, String kind, String namespace, String name) {

    static ObjectKey of(ResourceKind kind, GenericKubernetesResource object) {
        return new ObjectKey(
                kind.group(),
                kind.kind(),
                Objects.requireNonNullElse(object.getMetadata().getNamespace(), ""),
                object.getMetadata().getName());
    }

    @Override
    public String toString() {
        return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }
}
