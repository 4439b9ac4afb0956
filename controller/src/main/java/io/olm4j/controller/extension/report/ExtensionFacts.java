package io.olm4j.controller.extension.report;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.process.events.EventRecorder;
import io.olm4j.process.events.EventType;
import java.util.Objects;
import java.util.Optional;

/** Records in Events what a pass changed in the status of an extension: each fact once, not at each pass. */
public final class ExtensionFacts {

    private static final String RESOLVE = "Resolve";
    private static final String ROLL_OUT = "RollOut";

    private final EventRecorder events;

    public ExtensionFacts(EventRecorder events) {
        this.events = events;
    }

    /**
     * Records what differs between two statuses.
     *
     * @param states the revisions after the pass
     */
    public void tell(
            ClusterExtension extension,
            ClusterExtensionStatus before,
            ClusterExtensionStatus after,
            RevisionStates states) {
        tellRollOut(extension, before, after, states);
        changed(before, after, ConditionTypes.PROGRESSING).ifPresent(now -> tellProgress(extension, now));
        changed(before, after, ConditionTypes.UPDATE_AVAILABLE)
                .filter(Condition::isTrue)
                // The Event UpgradeStarted has told it.
                .filter(now -> !now.reason().equals(Reasons.ROLLING_OUT))
                .ifPresent(now -> events.record(
                        extension,
                        EventType.NORMAL,
                        now.reason().startsWith("HeldBack") || now.reason().equals(Reasons.BLOCKED)
                                ? "UpdateHeldBack"
                                : "UpdateAvailable",
                        RESOLVE,
                        now.message()));
        changed(before, after, ConditionTypes.DEPRECATED)
                .filter(Condition::isTrue)
                .ifPresent(
                        now -> events.record(extension, EventType.WARNING, Reasons.DEPRECATED, RESOLVE, now.message()));
    }

    /** Records that a deletion waits, and for what. */
    public void deletionRefused(ClusterExtension extension, String why) {
        events.record(extension, EventType.WARNING, "DeletionRefused", "Delete", why);
    }

    private void tellRollOut(
            ClusterExtension extension,
            ClusterExtensionStatus before,
            ClusterExtensionStatus after,
            RevisionStates states) {
        states.latestRollingOut()
                .filter(revision -> before.activeRevisions().stream()
                        .noneMatch(known -> known.name().equals(revision.name())))
                .ifPresent(revision -> events.record(
                        extension,
                        EventType.NORMAL,
                        states.installed().isPresent() ? "UpgradeStarted" : "InstallationStarted",
                        ROLL_OUT,
                        "revision %s rolls out bundle %s with version %s"
                                .formatted(revision.name(), revision.bundleName(), revision.bundleVersion())));
        if (after.install() != null && !Objects.equals(before.install(), after.install())) {
            events.record(
                    extension,
                    EventType.NORMAL,
                    "RolledOut",
                    ROLL_OUT,
                    "bundle %s with version %s is installed"
                            .formatted(
                                    after.install().bundle().name(),
                                    after.install().bundle().version()));
        }
    }

    private void tellProgress(ClusterExtension extension, Condition now) {
        switch (now.reason()) {
            case Reasons.AWAITING_APPROVAL ->
                events.record(extension, EventType.NORMAL, Reasons.AWAITING_APPROVAL, RESOLVE, now.message());
            case Reasons.BLOCKED, Reasons.INVALID_CONFIGURATION, Reasons.PROGRESS_DEADLINE_EXCEEDED ->
                events.record(extension, EventType.WARNING, now.reason(), ROLL_OUT, now.message());
            default -> {}
        }
    }

    /** A condition that says something else than before. */
    private static Optional<Condition> changed(
            ClusterExtensionStatus before, ClusterExtensionStatus after, String type) {
        Optional<Condition> now = Conditions.find(after.conditions(), type);
        Optional<Condition> then = Conditions.find(before.conditions(), type);
        return now.filter(condition -> then.filter(old ->
                        old.status() == condition.status() && old.message().equals(condition.message()))
                .isEmpty());
    }
}
