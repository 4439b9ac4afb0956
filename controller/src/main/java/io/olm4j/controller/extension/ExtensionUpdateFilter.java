package io.olm4j.controller.extension;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import java.util.List;
import java.util.Objects;

/** Lets through the changes of an extension that can change a decision: of its annotations, only those of olm4j. */
public final class ExtensionUpdateFilter implements OnUpdateFilter<ClusterExtension> {

    private static final List<String> ANNOTATIONS = List.of(
            Annotations.DELETION_POLICY,
            Annotations.DEPENDENCY_CHECK,
            Annotations.UPGRADE_APPROVAL,
            Annotations.APPROVED_BUNDLE);

    @Override
    public boolean accept(ClusterExtension now, ClusterExtension before) {
        ObjectMeta a = now.getMetadata();
        ObjectMeta b = before.getMetadata();
        return !Objects.equals(a.getUid(), b.getUid())
                || !Objects.equals(a.getGeneration(), b.getGeneration())
                || !Objects.equals(a.getFinalizers(), b.getFinalizers())
                || now.isMarkedForDeletion()
                || ANNOTATIONS.stream()
                        .anyMatch(key -> !Annotations.find(now, key).equals(Annotations.find(before, key)));
    }
}
