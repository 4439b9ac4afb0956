package io.olm4j.controller.extension;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.upgradeedges.InstalledBundle;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a revision says of itself: which bundle it holds, and how far it is.
 *
 * @param release absent where the bundle declares none; the empty string is a release
 * @param image the reference that the bundle was pulled by
 */
record RevisionState(
        String name,
        long number,
        boolean archived,
        String bundleName,
        String bundleVersion,
        Optional<String> release,
        String image,
        List<Condition> conditions) {

    RevisionState {
        conditions = List.copyOf(conditions);
    }

    static RevisionState of(ClusterObjectSet set) {
        Map<String, String> annotations =
                Optional.ofNullable(set.getMetadata().getAnnotations()).orElse(Map.of());
        return new RevisionState(
                set.getMetadata().getName(),
                set.getSpec().revision(),
                set.getSpec().lifecycleState() == LifecycleState.ARCHIVED,
                annotations.getOrDefault(Annotations.BUNDLE_NAME, ""),
                annotations.getOrDefault(Annotations.BUNDLE_VERSION, ""),
                Optional.ofNullable(annotations.get(Annotations.BUNDLE_RELEASE)),
                annotations.getOrDefault(Annotations.BUNDLE_REFERENCE, ""),
                set.getStatus() == null ? List.of() : set.getStatus().conditions());
    }

    /** The bundle it holds. */
    InstalledBundle bundle() {
        return new InstalledBundle(bundleName, bundleVersion, release);
    }

    /** Whether it has rolled out once; it stays so. */
    boolean succeeded() {
        return condition(ConditionTypes.SUCCEEDED).filter(Condition::isTrue).isPresent();
    }

    Optional<Condition> condition(String type) {
        return Conditions.find(conditions, type);
    }
}
