package io.olm4j.controller.extension.status;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.ActiveRevision;
import io.olm4j.api.ClusterExtensionStatus.Install;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.controller.extension.revision.RecordedBundle;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.upgradeedges.catalog.Deprecation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Computes the status of an extension from its revisions and the outcome of the reconcile. */
public final class ExtensionStatus {

    private static final String UNKNOWN_REVISIONS = "it is not known which revisions the extension has";

    private ExtensionStatus() {}

    /** Whether the current spec was rolled out and the status reports it. */
    public static boolean hasSucceeded(ClusterExtension extension) {
        return Conditions.find(extension.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING)
                .filter(progressing -> progressing.isTrue()
                        && progressing.reason().equals(Reasons.SUCCEEDED)
                        && progressing.observedGeneration()
                                == extension.getMetadata().getGeneration())
                .isPresent();
    }

    /**
     * The next status after a pass over the extension that asked the catalogs.
     *
     * @param conditions the conditions of the former status, with the generation and the time of this reconcile
     * @param catalogData the deprecations of the catalog the bundle was chosen from; absent if no catalog answered
     * @param channels the channels that the extension selects
     */
    public static ClusterExtensionStatus of(
            Conditions conditions,
            RevisionStates revisions,
            Outcome outcome,
            Optional<List<Deprecation>> catalogData,
            List<String> channels) {
        setRollOut(conditions, revisions, outcome);
        DeprecationConditions.set(conditions, catalogData, channels, revisions.installed());
        return status(conditions, revisions);
    }

    /**
     * The next status after a pass that ended before it asked the catalogs. The deprecations that were reported before
     * stay.
     *
     * @param conditions the conditions of the former status, with the generation and the time of this reconcile
     */
    public static ClusterExtensionStatus withoutCatalogs(
            Conditions conditions, RevisionStates revisions, Outcome outcome) {
        setRollOut(conditions, revisions, outcome);
        DeprecationConditions.setMissing(conditions, revisions.installed());
        return status(conditions, revisions);
    }

    /** The next status while the installed revision is healed and no other bundle is chosen. */
    static ClusterExtensionStatus ofInstalled(Conditions conditions, RevisionStates revisions) {
        setInstalled(conditions, revisions, new Outcome.RevisionInPlace());
        setAvailable(conditions, revisions);
        return status(conditions, revisions);
    }

    private static void setRollOut(Conditions conditions, RevisionStates revisions, Outcome outcome) {
        setInstalled(conditions, revisions, outcome);
        setProgressing(conditions, revisions, outcome);
        setAvailable(conditions, revisions);
    }

    /** While nothing is installed, the newest revision reports which object it waits for. */
    private static void setAvailable(Conditions conditions, RevisionStates revisions) {
        copy(conditions, ConditionTypes.AVAILABLE, revisions.installed().or(revisions::newest));
    }

    private static ClusterExtensionStatus status(Conditions conditions, RevisionStates revisions) {
        return new ClusterExtensionStatus(
                conditions.toList(),
                revisions
                        .installed()
                        .flatMap(InstalledBundles::describe)
                        .map(Install::new)
                        .orElse(null),
                activeRevisions(revisions, conditions.generation()));
    }

    /**
     * The next status while it is not known which revisions the extension has. What was reported before stays.
     *
     * @param why the reason, of a failure that is retried
     */
    public static ClusterExtensionStatus unknown(Conditions conditions, ClusterExtensionStatus before, String why) {
        conditions.set(ConditionTypes.PROGRESSING, Status.TRUE, Reasons.RETRYING, why);
        // What the original reports as installed, without a revision, is the only record of the image.
        if (before.install() == null || !before.activeRevisions().isEmpty()) {
            conditions.set(ConditionTypes.INSTALLED, Status.UNKNOWN, Reasons.FAILED, UNKNOWN_REVISIONS);
        }
        if (conditions.get(ConditionTypes.AVAILABLE).isPresent()) {
            conditions.set(ConditionTypes.AVAILABLE, Status.UNKNOWN, Reasons.RECONCILING, UNKNOWN_REVISIONS);
        }
        return new ClusterExtensionStatus(conditions.toList(), before.install(), before.activeRevisions());
    }

    private static void setInstalled(Conditions conditions, RevisionStates revisions, Outcome outcome) {
        Optional<RevisionState> installed = revisions.installed();
        if (installed.isPresent()) {
            conditions.set(
                    ConditionTypes.INSTALLED,
                    Status.TRUE,
                    Reasons.SUCCEEDED,
                    RecordedBundle.message(installed.get().image()));
            return;
        }
        boolean failed = revisions
                .latestRollingOut()
                .map(revision -> revision.condition(ConditionTypes.PROGRESSING)
                        .filter(c -> c.reason().equals(Reasons.RETRYING))
                        .isPresent())
                .orElse(!(outcome instanceof Outcome.RevisionInPlace || outcome instanceof Outcome.HeldBack));
        conditions.set(
                ConditionTypes.INSTALLED,
                Status.FALSE,
                failed ? Reasons.FAILED : Reasons.ABSENT,
                "No bundle installed" + whatIsLeft(revisions).map("."::concat).orElse(""));
    }

    private static void setProgressing(Conditions conditions, RevisionStates revisions, Outcome outcome) {
        switch (outcome) {
            case Outcome.Retrying(String message) ->
                conditions.set(ConditionTypes.PROGRESSING, Status.TRUE, Reasons.RETRYING, message);
            case Outcome.MissingDependencies(String message, boolean _) ->
                conditions.set(ConditionTypes.PROGRESSING, Status.FALSE, Reasons.BLOCKED, message);
            case Outcome.Blocked(String reason, String message) ->
                conditions.set(ConditionTypes.PROGRESSING, Status.FALSE, reason, message);
            case Outcome.HeldBack(String reason, String message, boolean _) ->
                conditions.set(ConditionTypes.PROGRESSING, Status.FALSE, reason, message + meanwhile(revisions));
            case Outcome.RevisionInPlace _, Outcome.AwaitingCatalogs _ -> {
                Optional<RevisionState> newest = revisions.newest();
                newest.flatMap(r -> r.condition(ConditionTypes.PROGRESSING))
                        .ifPresentOrElse(
                                c -> conditions.set(
                                        ConditionTypes.PROGRESSING,
                                        c.status(),
                                        c.reason(),
                                        c.message() + whatIsWaitedFor(revisions, c) + whatStays(revisions, c)),
                                () -> conditions.set(
                                        ConditionTypes.PROGRESSING,
                                        Status.TRUE,
                                        Reasons.ROLLING_OUT,
                                        "Revision "
                                                + newest.map(RevisionState::bundleVersion)
                                                        .orElse("") + " is rolling out."));
            }
        }
    }

    /** The progress of the newest revision while another bundle is held back; empty once it has rolled out. */
    private static String meanwhile(RevisionStates revisions) {
        return revisions
                .newest()
                .flatMap(newest -> newest.condition(ConditionTypes.PROGRESSING)
                        .filter(progressing -> !progressing.reason().equals(Reasons.SUCCEEDED))
                        .map(progressing -> ". Progress of " + newest.name() + " meanwhile: " + progressing.reason()
                                + ", " + progressing.message() + whatIsWaitedFor(revisions, progressing)))
                .orElse("");
    }

    /**
     * The object that a roll-out waits for, and why; empty if the condition already says everything. An installed
     * revision rolls out again while an object fails its probe.
     */
    private static String whatIsWaitedFor(RevisionStates revisions, Condition progressing) {
        if (!progressing.reason().equals(Reasons.ROLLING_OUT)
                && !progressing.reason().equals(Reasons.PROGRESS_DEADLINE_EXCEEDED)) {
            return "";
        }
        return revisions
                .newest()
                .flatMap(revision -> revision.condition(ConditionTypes.AVAILABLE)
                        .filter(available -> available.reason().equals(Reasons.PROBE_FAILURE))
                        .map(available -> " " + revision.name() + " waits for: " + available.message()))
                .orElse("");
    }

    /** What is left of former revisions although the newest one has rolled out. */
    private static String whatStays(RevisionStates revisions, Condition progressing) {
        return progressing.reason().equals(Reasons.SUCCEEDED)
                ? whatIsLeft(revisions).orElse("")
                : "";
    }

    /** Why the teardown of a former revision does not end: its operator may still run. Empty if all have ended. */
    private static Optional<String> whatIsLeft(RevisionStates revisions) {
        return revisions.stuck().stream()
                .findFirst()
                .flatMap(revision -> revision.condition(ConditionTypes.PROGRESSING)
                        .map(why -> " Objects of the %srevision %s may be left: %s"
                                .formatted(revision.archived() ? "archived " : "", revision.name(), why.message())));
    }

    private static void copy(Conditions conditions, String type, Optional<RevisionState> from) {
        Optional<Condition> condition = from.flatMap(revision -> revision.condition(type));
        if (condition.isPresent()) {
            Condition c = condition.get();
            conditions.set(type, c.status(), c.reason(), c.message());
        } else {
            conditions.remove(type);
        }
    }

    /** The conditions of a revision count for the generation of the extension that reports them. */
    private static List<ActiveRevision> activeRevisions(RevisionStates revisions, long generation) {
        return Stream.concat(
                        revisions.installed().stream().map(r -> new ActiveRevision(r.name(), List.of())),
                        revisions.rollingOut().stream()
                                .map(r -> new ActiveRevision(
                                        r.name(),
                                        Stream.of(ConditionTypes.AVAILABLE, ConditionTypes.PROGRESSING)
                                                .flatMap(type -> r.condition(type).stream())
                                                .map(condition -> condition.reportedAt(generation))
                                                .toList())))
                .toList();
    }
}
