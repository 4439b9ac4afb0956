package io.olm4j.controller.objectset;

import static io.olm4j.api.Condition.Status.FALSE;
import static io.olm4j.api.Condition.Status.TRUE;
import static io.olm4j.api.Condition.Status.UNKNOWN;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.applier.engine.Availability;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Computes the status of a set from the outcome of a reconcile, with the texts of the original operator-controller.
 * Pure.
 */
final class SetStatus {

    private static final String ARCHIVED = "revision is archived";

    private static final Availability UNKNOWN_OBJECTS = new Availability.Unknown(
            "the Helm release of this revision could not be read; the next revision takes over its objects");

    private SetStatus() {}

    /**
     * The next status.
     *
     * @param availability the availability of the objects after the reconcile
     * @param observed the digests of the phases, empty while the content has not been read
     */
    static ClusterObjectSetStatus of(
            ClusterObjectSet set,
            SetOutcome outcome,
            Availability availability,
            List<ObservedPhase> observed,
            Instant now) {
        ClusterObjectSetStatus before = set.statusOrEmpty();
        Conditions conditions = new Conditions(valid(set), set.getMetadata().getGeneration(), now);
        Optional<ProgressDeadline> missed = ProgressDeadline.of(set).filter(deadline -> deadline.isPast(now));
        switch (outcome) {
            case SetOutcome.RolledOut() ->
                conditions.set(
                        ConditionTypes.PROGRESSING,
                        TRUE,
                        Reasons.SUCCEEDED,
                        "Revision " + version(set) + " has rolled out.");
            case SetOutcome.RollingOut _ -> progressing(conditions, missed, Reasons.ROLLING_OUT, rollingOut(set));
            case SetOutcome.Retrying(String message) -> progressing(conditions, missed, Reasons.RETRYING, message);
            case SetOutcome.Obstructed(String message) -> progressing(conditions, missed, Reasons.RETRYING, message);
            case SetOutcome.Blocked(String message) ->
                conditions.set(ConditionTypes.PROGRESSING, FALSE, Reasons.BLOCKED, message);
            case SetOutcome.Invalid(String message, boolean _) ->
                conditions.set(ConditionTypes.PROGRESSING, FALSE, Reasons.BLOCKED, message);
            case SetOutcome.Refused(String message) ->
                conditions.set(ConditionTypes.PROGRESSING, FALSE, Reasons.BLOCKED, message);
            case SetOutcome.Archiving(String message) ->
                progressing(conditions, Optional.empty(), Reasons.RETRYING, message);
            case SetOutcome.Archived() -> conditions.set(ConditionTypes.PROGRESSING, FALSE, Reasons.ARCHIVED, ARCHIVED);
        }
        if (outcome instanceof SetOutcome.Archived) {
            conditions.set(ConditionTypes.AVAILABLE, UNKNOWN, Reasons.ARCHIVED, ARCHIVED);
        } else {
            available(conditions, set.wasMadeFromLostRelease() ? UNKNOWN_OBJECTS : availability);
        }
        if (outcome instanceof SetOutcome.RolledOut) {
            conditions.set(ConditionTypes.SUCCEEDED, TRUE, Reasons.SUCCEEDED, "Revision succeeded rolling out.");
        }
        return new ClusterObjectSetStatus(
                conditions.toList(), before.observedPhases().isEmpty() ? observed : before.observedPhases());
    }

    /** The conditions of a set, without a success from before the set got its phases. */
    static List<Condition> valid(ClusterObjectSet set) {
        return set.statusOrEmpty().conditions().stream()
                .filter(condition -> set.hasRolledOut() || !condition.type().equals(ConditionTypes.SUCCEEDED))
                .toList();
    }

    /**
     * The status of a set that is being deleted; the message says what it waits for. Its objects are no longer probed.
     */
    static ClusterObjectSetStatus deleting(ClusterObjectSet set, String message, Instant now) {
        ClusterObjectSetStatus before = set.statusOrEmpty();
        String since = "Deleting since " + set.getMetadata().getDeletionTimestamp() + ": " + message;
        return new ClusterObjectSetStatus(
                new Conditions(before.conditions(), set.getMetadata().getGeneration(), now)
                        .set(ConditionTypes.PROGRESSING, TRUE, Reasons.DELETING, since)
                        .set(
                                ConditionTypes.AVAILABLE,
                                UNKNOWN,
                                Reasons.DELETING,
                                "the revision is being deleted; its objects are not probed any more")
                        .toList(),
                before.observedPhases());
    }

    private static void available(Conditions conditions, Availability availability) {
        switch (availability) {
            case Availability.Available() ->
                conditions.set(
                        ConditionTypes.AVAILABLE,
                        TRUE,
                        Reasons.PROBES_SUCCEEDED,
                        "Objects are available and pass all probes.");
            case Availability.Unavailable(String message) ->
                conditions.set(ConditionTypes.AVAILABLE, FALSE, Reasons.PROBE_FAILURE, message);
            case Availability.Unknown(String message) ->
                conditions.set(ConditionTypes.AVAILABLE, UNKNOWN, Reasons.RECONCILING, message);
        }
    }

    private static void progressing(
            Conditions conditions, Optional<ProgressDeadline> missed, String reason, String message) {
        Status status = missed.isPresent() ? FALSE : TRUE;
        conditions.set(
                ConditionTypes.PROGRESSING,
                status,
                missed.isPresent() ? Reasons.PROGRESS_DEADLINE_EXCEEDED : reason,
                missed.map(deadline -> "Revision has not rolled out for %d minute(s). Last status: %s"
                                .formatted(deadline.minutes(), message))
                        .orElse(message));
    }

    private static String rollingOut(ClusterObjectSet set) {
        return "Revision " + version(set) + " is rolling out."
                + SetRevision.replacement(set)
                        .map(by -> " %s replaces it: it is archived when %<s has rolled out.".formatted(by))
                        .orElse("");
    }

    /** The version of the bundle; for a set that was written by hand, the name of the set. */
    private static String version(ClusterObjectSet set) {
        return Annotations.find(set, Annotations.BUNDLE_VERSION)
                .orElse(set.getMetadata().getName());
    }
}
