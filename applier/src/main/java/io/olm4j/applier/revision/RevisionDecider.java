package io.olm4j.applier.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.applier.revision.RevisionDecision.Amend;
import io.olm4j.applier.revision.RevisionDecision.Create;
import io.olm4j.applier.revision.RevisionDecision.Impossible;
import io.olm4j.applier.revision.RevisionDecision.Keep;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.applier.revision.RevisionPlanning.Unplannable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Compares the wanted content with the newest revision there is; pure. */
public final class RevisionDecider {

    /** Those that olm4j writes on a set; others belong to someone else. */
    private static final Set<String> OWN_ANNOTATIONS = Set.of(
            Annotations.BUNDLE_NAME,
            Annotations.PACKAGE_NAME,
            Annotations.BUNDLE_VERSION,
            Annotations.BUNDLE_REFERENCE,
            Annotations.BUNDLE_RELEASE,
            Annotations.OLM_PROPERTIES,
            Annotations.SERVICE_ACCOUNT_NAMESPACE,
            Annotations.SERVICE_ACCOUNT_NAME);

    private final RevisionBuilder builder;

    public RevisionDecider(RevisionBuilder builder) {
        this.builder = builder;
    }

    /**
     * What is to be done.
     *
     * @param existing the sets of the extension, archived ones too, in any order
     */
    public RevisionDecision decide(
            RevisionIdentity identity, List<ObjectNode> objects, List<ClusterObjectSet> existing) {
        Optional<ClusterObjectSet> newest = existing.stream()
                .max(Comparator.comparingLong(set -> set.getSpec().revision()));
        if (newest.isPresent() && isLive(newest.get())) {
            ClusterObjectSet current = newest.get();
            switch (builder.build(identity, objects, current.getSpec().revision())) {
                case Unplannable(String message) -> {
                    return new Impossible(message);
                }
                case RevisionPlan plan -> {
                    if (plan.set().getSpec().phases().equals(current.getSpec().phases())) {
                        return differsBesideContent(current, plan.set())
                                ? new Amend(current, plan.set())
                                : new Keep(current);
                    }
                }
            }
        }
        long next = newest.map(set -> set.getSpec().revision() + 1).orElse(1L);
        return switch (builder.build(identity, objects, next)) {
            case Unplannable(String message) -> new Impossible(message);
            case RevisionPlan plan -> new Create(plan);
        };
    }

    private static boolean isLive(ClusterObjectSet set) {
        return set.getSpec().lifecycleState() == LifecycleState.ACTIVE && !set.isMarkedForDeletion();
    }

    private static boolean differsBesideContent(ClusterObjectSet current, ClusterObjectSet wanted) {
        ClusterObjectSetSpec now = current.getSpec();
        ClusterObjectSetSpec then = wanted.getSpec();
        return !uids(current).containsAll(uids(wanted))
                || !Objects.equals(now.progressDeadlineMinutes(), then.progressDeadlineMinutes())
                || !now.progressionProbes().equals(then.progressionProbes())
                || OWN_ANNOTATIONS.stream()
                        .anyMatch(key -> !annotation(current, key).equals(annotation(wanted, key)));
    }

    /** Of its owners: an extension that was deleted without its revisions, and made anew, takes them over. */
    private static List<String> uids(ClusterObjectSet set) {
        return set.getMetadata().getOwnerReferences().stream()
                .map(OwnerReference::getUid)
                .toList();
    }

    static Set<String> ownAnnotations() {
        return OWN_ANNOTATIONS;
    }

    static Optional<String> annotation(ClusterObjectSet set, String key) {
        Map<String, String> annotations = set.getMetadata().getAnnotations();
        return annotations == null ? Optional.empty() : Optional.ofNullable(annotations.get(key));
    }
}
