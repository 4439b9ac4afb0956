package io.olm4j.controller.extension.report;

import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.ActiveRevision;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.controller.extension.revision.RecordedBundle;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.process.events.EventFact;
import io.olm4j.process.events.EventType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The facts that are new in the status of an extension. Pure.
 *
 * <p>A condition that changes its text while something is wrong and later says the same as before, such as after a
 * restart of the controller, repeats a fact. The same text about another revision or another spec, or after the
 * condition said that nothing is wrong, is a new fact.
 */
final class StatusFacts {

    private static final String RESOLVE = "Resolve";
    private static final String ROLL_OUT = "RollOut";
    private static final String CHECK_DEPENDENCIES = "CheckDependencies";

    private final ClusterExtensionStatus before;
    private final ClusterExtensionStatus after;

    private StatusFacts(ClusterExtensionStatus before, ClusterExtensionStatus after) {
        this.before = before;
        this.after = after;
    }

    /**
     * The facts after a pass.
     *
     * @param states the revisions after the pass
     */
    static List<EventFact> of(
            ClusterExtensionStatus before, ClusterExtensionStatus after, Outcome outcome, RevisionStates states) {
        var facts = new StatusFacts(before, after);
        Optional<EventFact> progress = facts.progress(Optional.of(outcome));
        return Stream.concat(
                        Stream.of(
                                facts.rollOutBegun(states),
                                facts.rolledOut(),
                                progress,
                                facts.update(progress.isPresent()),
                                facts.deprecation(),
                                facts.blockedClusterUpgrade()),
                        facts.dependencies())
                .flatMap(Optional::stream)
                .toList();
    }

    /** The facts after a pass that deletes the extension. */
    static List<EventFact> ofDeletion(ClusterExtensionStatus before, ClusterExtensionStatus after) {
        var facts = new StatusFacts(before, after);
        return Stream.concat(Stream.of(facts.progress(Optional.empty())), facts.dependencies())
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<EventFact> rollOutBegun(RevisionStates states) {
        return states.latestRollingOut()
                .filter(revision -> before.activeRevisions().stream()
                        .noneMatch(known -> known.name().equals(revision.name())))
                .map(revision -> begun(revision, states.installed()));
    }

    private static EventFact begun(RevisionState revision, Optional<RevisionState> installed) {
        boolean again = installed
                .filter(held -> held.bundle().equals(revision.bundle()))
                .isPresent();
        String reason = again ? "RevisionStarted" : installed.isPresent() ? "UpgradeStarted" : "InstallationStarted";
        return new EventFact(
                EventType.NORMAL,
                reason,
                ROLL_OUT,
                "revision %s rolls out bundle %s with version %s%s"
                        .formatted(
                                revision.name(),
                                revision.bundleName(),
                                revision.bundleVersion(),
                                again ? ", which is installed, with other configuration or content" : ""),
                revision.name());
    }

    private Optional<EventFact> rolledOut() {
        Optional<String> revision = installed(after);
        if (after.install() == null
                || (Objects.equals(before.install(), after.install())
                        && installed(before).equals(revision))) {
            return Optional.empty();
        }
        BundleMetadata bundle = after.install().bundle();
        return revision.map(name -> new EventFact(
                EventType.NORMAL,
                "RolledOut",
                ROLL_OUT,
                "bundle %s with version %s is installed by revision %s"
                        .formatted(bundle.name(), bundle.version(), name),
                name));
    }

    /** @param outcome empty for a pass that deletes the extension */
    private Optional<EventFact> progress(Optional<Outcome> outcome) {
        boolean lacksDependencies =
                outcome.filter(Outcome.MissingDependencies.class::isInstance).isPresent();
        return changed(ConditionTypes.PROGRESSING)
                .filter(now -> !isToldAlready(now, outcome))
                .flatMap(now -> switch (now.reason()) {
                    case Reasons.AWAITING_APPROVAL -> Optional.of(fact(now, EventType.NORMAL, now.reason(), RESOLVE));
                    case Reasons.BLOCKED ->
                        Optional.of(
                                lacksDependencies
                                        ? fact(now, EventType.WARNING, "DependenciesUnmet", CHECK_DEPENDENCIES)
                                        : fact(now, EventType.WARNING, now.reason(), ROLL_OUT));
                    case Reasons.INVALID_CONFIGURATION, Reasons.PROGRESS_DEADLINE_EXCEEDED ->
                        Optional.of(fact(now, EventType.WARNING, now.reason(), ROLL_OUT));
                    // Once: the message counts what is left, and changes with each custom resource that goes.
                    case Reasons.IN_USE ->
                        wasInUse()
                                ? Optional.empty()
                                : Optional.of(fact(now, EventType.WARNING, "DeletionRefused", "Delete"));
                    default -> Optional.empty();
                });
    }

    /** Whether the message differs only in what the revision reports that rolls out or is installed meanwhile. */
    private boolean isToldAlready(Condition now, Optional<Outcome> outcome) {
        return Conditions.find(before.conditions(), ConditionTypes.PROGRESSING)
                .filter(old -> old.reason().equals(now.reason()))
                .filter(old -> now.reason().equals(Reasons.PROGRESS_DEADLINE_EXCEEDED)
                        ? names(before).equals(names(after))
                        : outcome.orElse(null) instanceof Outcome.HeldBack(String _, String message, boolean _)
                                && old.message().startsWith(message))
                .isPresent();
    }

    private static List<String> names(ClusterExtensionStatus status) {
        return status.activeRevisions().stream().map(ActiveRevision::name).toList();
    }

    private boolean wasInUse() {
        return Conditions.find(before.conditions(), ConditionTypes.PROGRESSING)
                .filter(condition -> condition.reason().equals(Reasons.IN_USE))
                .isPresent();
    }

    /** The fact that there is an update; empty if another Event reports that it rolls out or what it waits for. */
    private Optional<EventFact> update(boolean toldProgress) {
        return changed(ConditionTypes.UPDATE_AVAILABLE)
                .filter(Condition::isTrue)
                .flatMap(now -> switch (now.reason()) {
                    case Reasons.ROLLING_OUT, Reasons.HELD_BACK_BY_APPROVAL, Reasons.HELD_BACK_BY_DEPENDENCIES ->
                        Optional.empty();
                    case Reasons.BLOCKED ->
                        toldProgress
                                ? Optional.empty()
                                : Optional.of(fact(now, EventType.NORMAL, "UpdateHeldBack", RESOLVE));
                    case Reasons.HELD_BACK_BY_VERSION, Reasons.HELD_BACK_BY_CHANNEL ->
                        Optional.of(fact(now, EventType.NORMAL, "UpdateHeldBack", RESOLVE));
                    default -> Optional.of(fact(now, EventType.NORMAL, "UpdateAvailable", RESOLVE));
                });
    }

    private Optional<EventFact> deprecation() {
        return changed(ConditionTypes.DEPRECATED)
                .filter(Condition::isTrue)
                .map(now -> fact(now, EventType.WARNING, Reasons.DEPRECATED, RESOLVE));
    }

    private Optional<EventFact> blockedClusterUpgrade() {
        return changed(ConditionTypes.CLUSTER_UPGRADEABLE)
                .filter(now -> now.status() == Status.FALSE)
                .map(now -> fact(now, EventType.WARNING, "ClusterUpgradeBlocked", "CheckClusterUpgrade"));
    }

    private Stream<Optional<EventFact>> dependencies() {
        return Stream.of(
                changed(ConditionTypes.DEPENDENCIES_MET)
                        .filter(now -> now.status() == Status.FALSE)
                        .map(now -> fact(now, EventType.WARNING, "DependenciesLost", CHECK_DEPENDENCIES)),
                changed(ConditionTypes.BREAKS_DEPENDENTS)
                        .filter(Condition::isTrue)
                        .map(now ->
                                fact(now, EventType.WARNING, ConditionTypes.BREAKS_DEPENDENTS, CHECK_DEPENDENCIES)));
    }

    /** A condition that says something else than before. */
    private Optional<Condition> changed(String type) {
        Optional<Condition> then = Conditions.find(before.conditions(), type);
        return Conditions.find(after.conditions(), type)
                .filter(now -> then.filter(old ->
                                old.status() == now.status() && old.message().equals(now.message()))
                        .isEmpty());
    }

    private EventFact fact(Condition now, EventType type, String reason, String action) {
        Optional<Condition> then = Conditions.find(before.conditions(), now.type());
        String occasion = installed(after).orElse("") + "/" + now.observedGeneration() + "/"
                + (saidNothingWrong(now.type(), then) ? now.lastTransitionTime() : "");
        return new EventFact(type, reason, action, now.message(), occasion);
    }

    /** Whether a condition said that nothing is wrong; an unknown state does not count. */
    private static boolean saidNothingWrong(String type, Optional<Condition> then) {
        return switch (type) {
            case ConditionTypes.PROGRESSING ->
                then.filter(old -> old.reason().equals(Reasons.SUCCEEDED)).isPresent();
            case ConditionTypes.CLUSTER_UPGRADEABLE ->
                then.isEmpty() || then.filter(Condition::isTrue).isPresent();
            // These two are absent while nothing is wrong.
            case ConditionTypes.DEPENDENCIES_MET, ConditionTypes.BREAKS_DEPENDENTS -> then.isEmpty();
            default -> then.filter(old -> old.status() == Status.FALSE).isPresent();
        };
    }

    /** The revision whose bundle a status names as installed. */
    private static Optional<String> installed(ClusterExtensionStatus status) {
        return RecordedBundle.of(status).map(RecordedBundle::revision);
    }
}
