package io.olm4j.applier.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.Labels;
import io.olm4j.applier.content.Content;
import io.olm4j.applier.revision.RevisionDecision.Amend;
import io.olm4j.applier.revision.RevisionDecision.Create;
import io.olm4j.applier.revision.RevisionDecision.Impossible;
import io.olm4j.applier.revision.RevisionDecision.Keep;
import io.olm4j.applier.revision.RevisionDecision.Restore;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.applier.revision.RevisionPlanning.Unplannable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Compares the wanted content with the newest existing revision; a pure function. */
public final class RevisionDecider {

    /** The annotations that olm4j writes on a set; others belong to other clients. */
    private static final Set<String> OWN_ANNOTATIONS = Set.of(
            Annotations.BUNDLE_NAME,
            Annotations.PACKAGE_NAME,
            Annotations.BUNDLE_VERSION,
            Annotations.BUNDLE_REFERENCE,
            Annotations.BUNDLE_RELEASE,
            Annotations.OLM_PROPERTIES,
            Annotations.MANAGED_NAMESPACE,
            Annotations.DEPENDENCIES,
            Annotations.SERVICE_ACCOUNT_NAMESPACE,
            Annotations.SERVICE_ACCOUNT_NAME,
            Annotations.INPUTS_DIGEST,
            Annotations.REPLACED_BY,
            Annotations.SELECTION,
            Annotations.RENDERED_BY);

    private static final Set<String> OWN_LABELS = Set.of(Labels.OWNER_KIND, Labels.OWNER_NAME);

    private final RevisionBuilder builder;

    public RevisionDecider(RevisionBuilder builder) {
        this.builder = builder;
    }

    /**
     * Decides what to do.
     *
     * @param existing the revisions of the extension, archived ones too, in any order
     * @param isTaken whether any set has this name; a new revision gets the next number whose name is free
     */
    public RevisionDecision decide(
            RevisionIdentity identity,
            List<ObjectNode> objects,
            List<ClusterObjectSet> existing,
            Predicate<String> isTaken) {
        Optional<ClusterObjectSet> newest = newest(existing);
        if (newest.isPresent() && newest.get().isLive()) {
            ClusterObjectSet current = newest.get();
            switch (builder.build(identity, objects, current.getSpec().revision())) {
                case Unplannable(String message) -> {
                    return new Impossible(message);
                }
                case RevisionPlan plan -> {
                    if (plan.set().getSpec().phases().equals(current.getSpec().phases())) {
                        return decideBesideContent(current, plan);
                    }
                }
            }
        }
        long next = RevisionBuilder.firstFree(
                identity.extensionName(),
                newest.map(set -> set.getSpec().revision() + 1).orElse(1L),
                isTaken);
        return switch (builder.build(identity, objects, next)) {
            case Unplannable(String message) -> new Impossible(message);
            case RevisionPlan plan -> new Create(plan);
        };
    }

    private static RevisionDecision decideBesideContent(ClusterObjectSet current, RevisionPlan plan) {
        if (differsBesideContent(current, plan.set())) {
            return new Amend(current, plan.set());
        }
        return Content.isMissingFrom(current) ? new Restore(current, plan) : new Keep();
    }

    private static Optional<ClusterObjectSet> newest(List<ClusterObjectSet> sets) {
        return sets.stream().max(Comparator.comparingLong(set -> set.getSpec().revision()));
    }

    /** The newest of the sets, if it is neither archived nor being deleted; the wanted content is compared with it. */
    public static Optional<ClusterObjectSet> current(List<ClusterObjectSet> existing) {
        return newest(existing).filter(ClusterObjectSet::isLive);
    }

    /**
     * What must be changed of a set beside its content.
     *
     * @param newest whether there is no newer revision: only then the mark that it was replaced is wrong
     * @return the wanted set, without content; empty if nothing must be changed
     */
    public static Optional<ClusterObjectSet> amendment(
            RevisionIdentity identity, ClusterObjectSet current, boolean newest) {
        ClusterObjectSet wanted = RevisionBuilder.withoutContent(
                identity, current.getMetadata().getName(), current.getSpec().revision());
        if (!newest) {
            Annotations.find(current, Annotations.REPLACED_BY)
                    .ifPresent(by -> wanted.getMetadata().getAnnotations().put(Annotations.REPLACED_BY, by));
        }
        return Optional.of(wanted).filter(other -> differsBesideContent(current, other));
    }

    private static boolean differsBesideContent(ClusterObjectSet current, ClusterObjectSet wanted) {
        ClusterObjectSetSpec now = current.getSpec();
        ClusterObjectSetSpec then = wanted.getSpec();
        return !current.getMetadata()
                        .getOwnerReferences()
                        .containsAll(wanted.getMetadata().getOwnerReferences())
                || !Objects.equals(now.progressDeadlineMinutes(), then.progressDeadlineMinutes())
                || !now.progressionProbes().equals(then.progressionProbes())
                || OWN_ANNOTATIONS.stream()
                        .anyMatch(key -> !Annotations.find(current, key).equals(Annotations.find(wanted, key)))
                || !ownLabels(current).equals(ownLabels(wanted));
    }

    /** The labels of a set that olm4j writes. */
    static Map<String, String> ownLabels(ClusterObjectSet set) {
        Map<String, String> labels = set.getMetadata().getLabels();
        return labels == null
                ? Map.of()
                : OWN_LABELS.stream()
                        .filter(labels::containsKey)
                        .collect(Collectors.toMap(Function.identity(), labels::get));
    }

    static Set<String> ownAnnotations() {
        return OWN_ANNOTATIONS;
    }
}
