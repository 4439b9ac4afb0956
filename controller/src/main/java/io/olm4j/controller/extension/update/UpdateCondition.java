package io.olm4j.controller.extension.update;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.update.ExtensionUpdate.HeldBackBy;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.versionranges.Quoted;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in the condition UpdateAvailable whether there is an update, and what holds it back. */
public final class UpdateCondition {

    private UpdateCondition() {}

    /**
     * Sets the condition; removes it while no bundle is installed. If the catalogs were not asked, it stays as it is
     * for the same generation.
     *
     * @param candidates the package in the selected catalogs; empty where they were not asked
     * @param update empty where it cannot be known
     */
    public static void set(
            Conditions conditions,
            CatalogFilter wanted,
            RevisionStates states,
            Optional<Candidates> candidates,
            Optional<ExtensionUpdate> update) {
        if (states.installed().isEmpty()) {
            conditions.remove(ConditionTypes.UPDATE_AVAILABLE);
        } else if (update.isPresent()) {
            set(conditions, wanted, states, update.get());
        } else if (candidates.isPresent()) {
            unknown(conditions, candidates.get());
        } else if (conditions
                .get(ConditionTypes.UPDATE_AVAILABLE)
                .filter(known -> known.observedGeneration() != conditions.generation())
                .isPresent()) {
            conditions.set(
                    ConditionTypes.UPDATE_AVAILABLE,
                    Status.UNKNOWN,
                    Reasons.CATALOGS_UNAVAILABLE,
                    "the catalogs were not asked: the condition Progressing says why");
        }
    }

    private static void unknown(Conditions conditions, Candidates asked) {
        if (!asked.graphs().isEmpty() && asked.unavailable().isEmpty()) {
            conditions.set(
                    ConditionTypes.UPDATE_AVAILABLE,
                    Status.UNKNOWN,
                    Reasons.CATALOGS_CONFLICT,
                    "the catalogs do not agree on a bundle: the condition Progressing says why");
            return;
        }
        conditions.set(
                ConditionTypes.UPDATE_AVAILABLE,
                Status.UNKNOWN,
                Reasons.CATALOGS_UNAVAILABLE,
                asked.graphs().isEmpty()
                        ? "no selected catalog that answers has the package"
                        : "no catalog that answers has an update, and these do not answer: " + silent(asked));
    }

    private static String silent(Candidates asked) {
        return asked.unavailable().stream()
                .map(catalog -> Quoted.of(catalog.catalog()))
                .collect(Collectors.joining(", "));
    }

    private static void set(
            Conditions conditions, CatalogFilter wanted, RevisionStates states, ExtensionUpdate update) {
        if (update.offer().isEmpty()) {
            conditions.set(
                    ConditionTypes.UPDATE_AVAILABLE,
                    Status.FALSE,
                    Reasons.UP_TO_DATE,
                    "no bundle in the selected catalogs may follow the installed one");
            return;
        }
        String next = update.offer().get().text();
        if (update.heldBackBy().isPresent()) {
            HeldBackBy by = update.heldBackBy().get();
            conditions.set(ConditionTypes.UPDATE_AVAILABLE, Status.TRUE, reason(by), next + " " + heldBack(by, wanted));
        } else {
            String offered = update.offer().get().bundle();
            boolean begun = states.rollingOut().stream()
                    .anyMatch(revision -> revision.bundleName().equals(offered));
            conditions.set(
                    ConditionTypes.UPDATE_AVAILABLE,
                    Status.TRUE,
                    begun ? Reasons.ROLLING_OUT : Reasons.RETRYING,
                    next
                            + (begun
                                    ? ": an upgrade is rolling out"
                                    : ": the condition Progressing says what it waits for"));
        }
    }

    private static String reason(HeldBackBy by) {
        return switch (by) {
            case VERSION -> Reasons.HELD_BACK_BY_VERSION;
            case CHANNEL -> Reasons.HELD_BACK_BY_CHANNEL;
            case DEPENDENCIES -> Reasons.HELD_BACK_BY_DEPENDENCIES;
            case APPROVAL -> Reasons.HELD_BACK_BY_APPROVAL;
            case BLOCKED -> Reasons.BLOCKED;
        };
    }

    private static String heldBack(HeldBackBy by, CatalogFilter wanted) {
        return switch (by) {
            case VERSION ->
                "is held back by spec.source.catalog.version " + Quoted.of(wanted.version())
                        + ": change the range to get it";
            case CHANNEL -> "is not in the channels of spec.source.catalog.channels: add its channel to get it";
            case DEPENDENCIES, BLOCKED -> "is held back: the condition Progressing says why";
            case APPROVAL -> "is held back until it is approved: the condition Progressing says how";
        };
    }
}
