package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.e2e.soak.SoakVerdict.OnItsWay;
import io.olm4j.e2e.soak.SoakVerdict.Settled;
import io.olm4j.e2e.soak.SoakVerdict.Untrue;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Judges the status of the ClusterObjectSets of an extension by their specs and the live objects. */
final class SetTruth {

    /** The product keeps five, and deletes older ones when it makes another revision. */
    private static final int MOST_ARCHIVED = 8;

    private final KubernetesClient client;
    private final InstalledContent content;

    SetTruth(KubernetesClient client, InstalledContent content) {
        this.client = client;
        this.content = content;
    }

    /** Judges each set of a package, by its name. */
    Map<String, SoakVerdict> judge(SoakPackage member) {
        List<ClusterObjectSet> sets = client.resources(ClusterObjectSet.class)
                .withLabel(Labels.OWNER_NAME, member.extension())
                .list()
                .getItems();
        Optional<ClusterObjectSet> newest = sets.stream()
                .filter(SetTruth::isLive)
                .max(Comparator.comparingLong(set -> set.getSpec().revision()));
        Map<String, SoakVerdict> verdicts = new TreeMap<>();
        for (ClusterObjectSet set : sets) {
            verdicts.put(set.getMetadata().getName(), judge(member, set, newest));
        }
        List<ClusterObjectSet> archived =
                sets.stream().filter(set -> !isLive(set)).toList();
        if (archived.size() > MOST_ARCHIVED) {
            verdicts.put(
                    member.extension() + " (archived)",
                    new OnItsWay("it has " + archived.size() + " revisions that are archived"));
        }
        return verdicts;
    }

    private static boolean isSame(ClusterObjectSet one, ClusterObjectSet other) {
        return one.getMetadata().getUid().equals(other.getMetadata().getUid());
    }

    /** Whether a set is to be archived, because a newer one of the same extension has rolled out. */
    private static boolean isOutdated(ClusterObjectSet set, ClusterObjectSet newest) {
        return !isSame(set, newest)
                && !set.getMetadata().getOwnerReferences().isEmpty()
                && set.getMetadata()
                        .getOwnerReferences()
                        .equals(newest.getMetadata().getOwnerReferences())
                && condition(newest, ConditionTypes.PROGRESSING)
                        .filter(progressing -> progressing.reason().equals(Reasons.SUCCEEDED)
                                && progressing.observedGeneration()
                                        == newest.getMetadata().getGeneration())
                        .isPresent();
    }

    private static boolean isLive(ClusterObjectSet set) {
        return !set.isMarkedForDeletion() && set.getSpec().lifecycleState() == LifecycleState.ACTIVE;
    }

    private SoakVerdict judge(SoakPackage member, ClusterObjectSet set, Optional<ClusterObjectSet> newest) {
        if (set.isMarkedForDeletion()) {
            return new OnItsWay("it is being deleted");
        }
        return condition(set, ConditionTypes.PROGRESSING)
                .filter(progressing ->
                        progressing.observedGeneration() == set.getMetadata().getGeneration())
                .map(progressing -> isLive(set)
                        ? judgeActive(member, set, progressing, newest.orElseThrow())
                        : judgeArchived(member, set, progressing))
                .orElse(new OnItsWay("its spec has not been seen"));
    }

    private SoakVerdict judgeActive(
            SoakPackage member, ClusterObjectSet set, Condition progressing, ClusterObjectSet newest) {
        boolean isNewest = isSame(set, newest);
        boolean rolledOut = progressing.reason().equals(Reasons.SUCCEEDED);
        if (rolledOut && !set.hasRolledOut()) {
            return new Untrue("Progressing is Succeeded, but Succeeded is not True");
        }
        String version = Annotations.text(set, Annotations.BUNDLE_VERSION);
        // Another revision may control the same objects.
        Optional<String> difference = isNewest
                ? content.difference(member, version, set.getMetadata().getName())
                : content.difference(member, version);
        if (difference.isPresent() && isAvailable(set)) {
            return new Untrue("Available is True, but " + difference.get());
        }
        if (difference.isPresent() && rolledOut && isNewest) {
            return new Untrue("Progressing is Succeeded, but " + difference.get());
        }
        return isOutdated(set, newest)
                ? new OnItsWay("%s has rolled out, but this one is not archived"
                        .formatted(newest.getMetadata().getName()))
                : new Settled();
    }

    private SoakVerdict judgeArchived(SoakPackage member, ClusterObjectSet set, Condition progressing) {
        if (isAvailable(set)) {
            return new Untrue("it is archived, but Available is True");
        }
        if (!set.hasBeenTakenDown()) {
            return new OnItsWay("it is being taken down: " + progressing.message());
        }
        return content.controlled(member, set.getMetadata().getName())
                .<SoakVerdict>map(object -> new Untrue("it is archived, but " + object + " is still its own"))
                .orElse(new Settled());
    }

    private static boolean isAvailable(ClusterObjectSet set) {
        return condition(set, ConditionTypes.AVAILABLE)
                .filter(Condition::isTrue)
                .isPresent();
    }

    private static Optional<Condition> condition(ClusterObjectSet set, String type) {
        return Conditions.find(set.statusOrEmpty().conditions(), type);
    }
}
