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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Judges the status of the ClusterObjectSets of an extension by their specs and the live objects. */
final class SetTruth {

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
        long newest = sets.stream()
                .filter(SetTruth::isLive)
                .mapToLong(set -> set.getSpec().revision())
                .max()
                .orElse(0);
        Map<String, SoakVerdict> verdicts = new TreeMap<>();
        for (ClusterObjectSet set : sets) {
            verdicts.put(
                    set.getMetadata().getName(),
                    judge(member, set, set.getSpec().revision() == newest));
        }
        return verdicts;
    }

    private static boolean isLive(ClusterObjectSet set) {
        return !set.isMarkedForDeletion() && set.getSpec().lifecycleState() == LifecycleState.ACTIVE;
    }

    private SoakVerdict judge(SoakPackage member, ClusterObjectSet set, boolean isNewest) {
        if (set.isMarkedForDeletion()) {
            return new OnItsWay("it is being deleted");
        }
        return condition(set, ConditionTypes.PROGRESSING)
                .filter(progressing ->
                        progressing.observedGeneration() == set.getMetadata().getGeneration())
                .map(progressing -> isLive(set)
                        ? judgeActive(member, set, progressing, isNewest)
                        : judgeArchived(member, set, progressing))
                .orElse(new OnItsWay("its spec has not been seen"));
    }

    private SoakVerdict judgeActive(SoakPackage member, ClusterObjectSet set, Condition progressing, boolean isNewest) {
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
        return new Settled();
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
