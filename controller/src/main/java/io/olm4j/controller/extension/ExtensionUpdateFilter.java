package io.olm4j.controller.extension;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Accepts the changes of an extension that can change the result of a reconcile. Of the annotations only the dependency
 * check counts.
 */
public final class ExtensionUpdateFilter implements OnUpdateFilter<ClusterExtension> {

    @Override
    public boolean accept(ClusterExtension now, ClusterExtension before) {
        ObjectMeta a = now.getMetadata();
        ObjectMeta b = before.getMetadata();
        return !Objects.equals(a.getGeneration(), b.getGeneration())
                || !Objects.equals(a.getFinalizers(), b.getFinalizers())
                || now.isMarkedForDeletion()
                || !dependencyCheck(a).equals(dependencyCheck(b));
    }

    private static Optional<String> dependencyCheck(ObjectMeta metadata) {
        Map<String, String> annotations = metadata.getAnnotations();
        return annotations == null
                ? Optional.empty()
                : Optional.ofNullable(annotations.get(Annotations.DEPENDENCY_CHECK));
    }
}
