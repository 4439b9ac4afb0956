package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import io.olm4j.api.ClusterObjectSet;
import java.util.Objects;

/**
 * Accepts every change of a set except changes of its status. Annotations count, because they name the service account,
 * and because a user who changes any of them wants a pass; owners count, because a set becomes a revision of an
 * extension by its owner.
 */
public final class SetUpdateFilter implements OnUpdateFilter<ClusterObjectSet> {

    @Override
    public boolean accept(ClusterObjectSet now, ClusterObjectSet before) {
        ObjectMeta a = now.getMetadata();
        ObjectMeta b = before.getMetadata();
        return !Objects.equals(a.getUid(), b.getUid())
                || !Objects.equals(a.getGeneration(), b.getGeneration())
                || !Objects.equals(a.getAnnotations(), b.getAnnotations())
                || !Objects.equals(a.getLabels(), b.getLabels())
                || !Objects.equals(a.getOwnerReferences(), b.getOwnerReferences())
                || !Objects.equals(a.getFinalizers(), b.getFinalizers())
                || !Objects.equals(a.getDeletionTimestamp(), b.getDeletionTimestamp());
    }
}
