package io.olm4j.cli.extension;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.cli.installed.Age;
import io.olm4j.cli.output.Column;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A revision in one line.
 *
 * @param number of the revision, from 1
 * @param change what made it: an installation, another bundle, or another configuration
 * @param state Installed, RollingOut, Archived, Superseded or Deleting
 * @param rolledOut when all its phases had rolled out; empty if they never did
 * @param message what a revision that rolls out waits for
 */
public record RevisionSummary(
        String name,
        long number,
        String bundle,
        String version,
        String change,
        String state,
        Instant created,
        Optional<Instant> rolledOut,
        Optional<String> message) {

    /**
     * Summarizes revisions.
     *
     * @param newestFirst all revisions of one extension
     */
    static List<RevisionSummary> of(List<ClusterObjectSet> newestFirst) {
        long installed = newestFirst.stream()
                .filter(set -> !set.isArchived() && set.hasRolledOut())
                .mapToLong(set -> set.getSpec().revision())
                .max()
                .orElse(0);
        List<RevisionSummary> summaries = new ArrayList<>();
        for (int i = 0; i < newestFirst.size(); i++) {
            Optional<ClusterObjectSet> before =
                    i + 1 < newestFirst.size() ? Optional.of(newestFirst.get(i + 1)) : Optional.empty();
            summaries.add(of(newestFirst.get(i), before, installed));
        }
        return summaries;
    }

    /** The newest revision whose objects should be there. */
    static Optional<ClusterObjectSet> live(List<ClusterObjectSet> newestFirst) {
        return newestFirst.stream()
                .filter(set -> !set.isArchived() && !set.isMarkedForDeletion())
                .findFirst();
    }

    private static RevisionSummary of(ClusterObjectSet set, Optional<ClusterObjectSet> before, long installed) {
        String state = state(set, installed);
        return new RevisionSummary(
                set.getMetadata().getName(),
                set.getSpec().revision(),
                Annotations.text(set, Annotations.BUNDLE_NAME),
                Annotations.text(set, Annotations.BUNDLE_VERSION),
                change(set, before),
                state,
                Instant.parse(set.getMetadata().getCreationTimestamp()),
                succeeded(set).map(condition -> Instant.parse(condition.lastTransitionTime())),
                state.equals("RollingOut")
                        ? condition(set, ConditionTypes.AVAILABLE)
                                .filter(available -> !available.isTrue())
                                .or(() -> condition(set, ConditionTypes.PROGRESSING))
                                .map(Condition::message)
                        : Optional.empty());
    }

    /** The columns of {@code olm extension history}. */
    static List<Column<RevisionSummary>> columns(Clock clock) {
        return List.of(
                Column.of("REVISION", one -> String.valueOf(one.number())),
                Column.of("BUNDLE", RevisionSummary::bundle),
                Column.of("VERSION", RevisionSummary::version),
                Column.of("CHANGE", RevisionSummary::change),
                Column.of("STATE", RevisionSummary::state),
                Column.of(
                        "ROLLED OUT",
                        one -> one.rolledOut().map(Instant::toString).orElse("never")),
                Column.of("AGE", one -> Age.of(one.created(), clock)),
                Column.wide("NAME", RevisionSummary::name),
                Column.wide("MESSAGE", one -> one.message().orElse("")));
    }

    private static String state(ClusterObjectSet set, long installed) {
        if (set.isMarkedForDeletion()) {
            return "Deleting";
        }
        if (set.isArchived()) {
            return "Archived";
        }
        if (set.getSpec().revision() == installed) {
            return "Installed";
        }
        return set.getSpec().revision() > installed ? "RollingOut" : "Superseded";
    }

    private static String change(ClusterObjectSet set, Optional<ClusterObjectSet> before) {
        if (before.isEmpty()) {
            return set.getSpec().revision() == 1 ? "installation" : "unknown";
        }
        String from = Annotations.text(before.get(), Annotations.BUNDLE_VERSION);
        String to = Annotations.text(set, Annotations.BUNDLE_VERSION);
        boolean sameBundle = Annotations.text(before.get(), Annotations.BUNDLE_NAME)
                .equals(Annotations.text(set, Annotations.BUNDLE_NAME));
        return sameBundle ? "configuration" : from + " -> " + to;
    }

    private static Optional<Condition> succeeded(ClusterObjectSet set) {
        return condition(set, ConditionTypes.SUCCEEDED).filter(Condition::isTrue);
    }

    private static Optional<Condition> condition(ClusterObjectSet set, String type) {
        return Conditions.find(set.statusOrEmpty().conditions(), type);
    }
}
