package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.javaoperatorsdk.operator.processing.event.source.filter.OnUpdateFilter;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.OlmApi;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Accepts every change of a set that means something to olm4j, except changes of its status. Annotations count, because
 * they name the service account, and owners, because a set becomes a revision of an extension by its owner.
 */
public final class SetUpdateFilter implements OnUpdateFilter<ClusterObjectSet> {

    /** Who may patch a set may write other keys as often as he likes. */
    private static Map<String, String> ours(@Nullable Map<String, String> marks) {
        return Optional.ofNullable(marks).orElse(Map.of()).entrySet().stream()
                .filter(mark -> mark.getKey().startsWith(OlmApi.GROUP + "/")
                        || mark.getKey().startsWith("olm4j.io/"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Override
    public boolean accept(ClusterObjectSet now, ClusterObjectSet before) {
        ObjectMeta a = now.getMetadata();
        ObjectMeta b = before.getMetadata();
        return !Objects.equals(a.getGeneration(), b.getGeneration())
                || !ours(a.getAnnotations()).equals(ours(b.getAnnotations()))
                || !ours(a.getLabels()).equals(ours(b.getLabels()))
                || !Objects.equals(a.getOwnerReferences(), b.getOwnerReferences())
                || !Objects.equals(a.getFinalizers(), b.getFinalizers())
                || !Objects.equals(a.getDeletionTimestamp(), b.getDeletionTimestamp());
    }
}
