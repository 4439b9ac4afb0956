package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.content.PhaseDigests;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.object.Revision.Sibling;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Converts a ClusterObjectSet into the form that the engine needs. */
final class SetRevision {

    private SetRevision() {}

    /**
     * The revision that a set represents while it is rolled out. It takes over what an older revision still has,
     * although that one is archived or being deleted: its teardown may wait for a right for ever.
     *
     * @param siblings the other revisions of the same extension, in any state
     */
    static Revision live(ClusterObjectSet set, List<ResolvedPhase> phases, List<ClusterObjectSet> siblings) {
        return of(
                set,
                phases,
                siblings.stream()
                        .filter(sibling -> sibling.isLive()
                                || sibling.getSpec().revision() < set.getSpec().revision())
                        .toList(),
                isMigrated(set, siblings));
    }

    /**
     * The revision that a set represents while it is taken down. What the extension itself controls is only its own if
     * no other revision needs it: there is none, or a newer one has rolled out, so that it controls what it needs.
     *
     * @param siblings the other revisions of the same extension, in any state
     */
    static Revision leaving(ClusterObjectSet set, List<ResolvedPhase> phases, List<ClusterObjectSet> siblings) {
        return of(
                set,
                phases,
                set.isMarkedForDeletion()
                        ? siblings.stream()
                                .filter(ClusterObjectSet::isMarkedForDeletion)
                                .toList()
                        : List.of(),
                !isNeeded(set, siblings) && isMigrated(set, siblings));
    }

    /**
     * Whether another revision of the same extension may need what a set leaves: one is live, and no newer one has
     * rolled out, so that it controls what it needs.
     *
     * @param siblings the other revisions of the same extension, in any state
     */
    static boolean isNeeded(ClusterObjectSet set, List<ClusterObjectSet> siblings) {
        List<ClusterObjectSet> live = live(siblings);
        return !live.isEmpty()
                && live.stream()
                        .noneMatch(other ->
                                other.getSpec().revision() > set.getSpec().revision() && other.hasRolledOut());
    }

    private static boolean isMigrated(ClusterObjectSet set, List<ClusterObjectSet> siblings) {
        return Stream.concat(Stream.of(set), siblings.stream()).anyMatch(ClusterObjectSet::wasMigratedFromHelm);
    }

    private static Revision of(
            ClusterObjectSet set, List<ResolvedPhase> phases, List<ClusterObjectSet> siblings, boolean migrated) {
        return new Revision(
                set.getMetadata().getName(),
                set.getMetadata().getUid(),
                set.getSpec().revision(),
                RevisionOwner.of(set).map(OwnerReference::getName).orElse(""),
                RevisionOwner.of(set).map(OwnerReference::getUid).orElse(""),
                Annotations.text(set, Annotations.PACKAGE_NAME),
                phases,
                set.getSpec().progressionProbes(),
                migrated,
                set.hasRolledOut(),
                siblings.stream()
                        .map(sibling -> new Sibling(
                                sibling.getMetadata().getName(),
                                sibling.getMetadata().getUid(),
                                sibling.getSpec().revision()))
                        .toList());
    }

    /** The revision that was created in place of this one before it had rolled out. */
    static Optional<String> replacement(ClusterObjectSet set) {
        return Annotations.find(set, Annotations.REPLACED_BY);
    }

    /** The digests of the content as they were recorded when it was first read; empty before. */
    static List<ObservedPhase> recorded(ClusterObjectSet set) {
        return set.statusOrEmpty().observedPhases();
    }

    /** How content differs from the recorded digests; empty if it does not differ, or if none are recorded. */
    static Optional<String> change(ClusterObjectSet set, List<ResolvedPhase> phases) {
        List<ObservedPhase> recorded = recorded(set);
        return recorded.isEmpty() ? Optional.empty() : PhaseDigests.change(recorded, phases);
    }

    /** The sets that are neither archived nor being deleted. */
    static List<ClusterObjectSet> live(List<ClusterObjectSet> sets) {
        return sets.stream().filter(ClusterObjectSet::isLive).toList();
    }
}
