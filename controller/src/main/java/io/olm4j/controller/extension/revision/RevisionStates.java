package io.olm4j.controller.extension.revision;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.upgradeedges.choice.CurrentRevision;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The revisions of one extension: the installed one, those newer than it that are still rolling out, and those whose
 * teardown does not end.
 *
 * @param installed the highest revision that has rolled out
 * @param rollingOut ascending
 * @param stuck ascending; archived with a teardown that fails, or being deleted for longer than a moment
 */
public record RevisionStates(
        Optional<RevisionState> installed, List<RevisionState> rollingOut, List<RevisionState> stuck) {

    public RevisionStates {
        rollingOut = List.copyOf(rollingOut);
        stuck = List.copyOf(stuck);
    }

    /**
     * Sorts the revisions; archived ones, and those that are being deleted, are neither installed nor rolling out.
     *
     * @param recorded the bundle that is recorded as installed; it takes precedence over the annotations of its
     *     revision
     */
    public static RevisionStates of(Collection<ClusterObjectSet> sets, Optional<RecordedBundle> recorded) {
        return of(sets, recorded, revision -> !revision.archived() && !revision.isBeingDeleted());
    }

    /**
     * Sorts the revisions as they are on the cluster: those that are being deleted count until they are gone, because
     * their operator may still run. Archived ones do not count.
     *
     * @param recorded the bundle that is recorded as installed
     */
    public static RevisionStates present(Collection<ClusterObjectSet> sets, Optional<RecordedBundle> recorded) {
        return of(sets, recorded, revision -> !revision.archived());
    }

    private static RevisionStates of(
            Collection<ClusterObjectSet> sets, Optional<RecordedBundle> recorded, Predicate<RevisionState> isActive) {
        List<RevisionState> all = sets.stream()
                .map(set -> recorded.filter(bundle -> bundle.isOf(set))
                        .map(bundle -> bundle.state(set))
                        .orElseGet(() -> RevisionState.of(set)))
                .sorted(Comparator.comparingLong(RevisionState::number))
                .toList();
        List<RevisionState> active = all.stream().filter(isActive).toList();
        Optional<RevisionState> installed =
                active.stream().filter(RevisionState::succeeded).reduce((lower, higher) -> higher);
        long installedNumber = installed.map(RevisionState::number).orElse(0L);
        return new RevisionStates(
                installed,
                active.stream()
                        .filter(revision -> revision.number() > installedNumber)
                        .toList(),
                all.stream().filter(RevisionStates::isStuck).toList());
    }

    private static boolean isStuck(RevisionState revision) {
        return revision.condition(ConditionTypes.PROGRESSING)
                .filter(progressing -> isTeardown(revision, progressing.reason())
                        && Objects.equals(
                                progressing.observedGeneration(),
                                revision.set().getMetadata().getGeneration()))
                .isPresent();
    }

    /** Whether a revision has this reason while its teardown does not end. */
    private static boolean isTeardown(RevisionState revision, String reason) {
        return revision.isBeingDeleted()
                ? reason.equals(Reasons.DELETING) && revision.isToBeTakenDown()
                : revision.archived() && reason.equals(Reasons.RETRYING);
    }

    /** The newest revision that rolls out. */
    public Optional<RevisionState> latestRollingOut() {
        return rollingOut.isEmpty() ? Optional.empty() : Optional.of(rollingOut.getLast());
    }

    /** The newest revision that rolls out, unless it holds the installed bundle. */
    Optional<RevisionState> arriving() {
        return latestRollingOut()
                .filter(newest -> installed
                        .filter(held -> held.bundle().equals(newest.bundle()))
                        .isEmpty());
    }

    /** All of them, ascending. */
    public List<RevisionState> live() {
        return Stream.concat(installed.stream(), rollingOut.stream()).toList();
    }

    /** The newest revision of all. */
    public Optional<RevisionState> newest() {
        return latestRollingOut().or(() -> installed);
    }

    /** The newest revision, in the form that the choice of a bundle needs. */
    public Optional<CurrentRevision> current(CatalogFilter wanted) {
        return newest().map(newest -> new CurrentRevision(
                newest.bundleName(),
                newest.bundleVersion(),
                Optional.of(newest.image()).filter(image -> !image.isEmpty()),
                Selection.isAnsweredBy(wanted, newest.selection(), newest.bundleVersion()),
                !rollingOut.isEmpty()));
    }
}
