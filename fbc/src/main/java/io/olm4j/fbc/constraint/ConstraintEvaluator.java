package io.olm4j.fbc.constraint;

import java.util.List;

/** Tests constraints against candidates. */
final class ConstraintEvaluator {
    private final CelBudget budget = new CelBudget();

    /** The result of testing a constraint. */
    enum Outcome {
        FULFILLED,
        UNFULFILLED,
        /** No candidate fulfils it, and for at least one candidate the evaluation of a rule exceeded the cost limit. */
        TOO_COSTLY
    }

    /** Tests whether one of the candidates fulfils the whole constraint. */
    Outcome test(Constraint constraint, List<OfferedBundle> candidates) {
        Outcome outcome = Outcome.UNFULFILLED;
        for (OfferedBundle candidate : candidates) {
            try {
                if (holds(constraint, candidate)) {
                    return Outcome.FULFILLED;
                }
            } catch (CelBudget.ExhaustedException e) {
                outcome = Outcome.TOO_COSTLY;
            }
        }
        return outcome;
    }

    /** The nesting limit of constraints bounds the recursion. */
    private boolean holds(Constraint constraint, OfferedBundle candidate) {
        return switch (constraint) {
            case Constraint.All all -> all.constraints().stream().allMatch(part -> holds(part, candidate));
            case Constraint.Any any -> any.constraints().stream().anyMatch(part -> holds(part, candidate));
            case Constraint.Not not -> not.constraints().stream().noneMatch(part -> holds(part, candidate));
            case Constraint.Gvk gvk -> candidate.has(gvk.api());
            case Constraint.PackageRange range ->
                candidate.isOf(range.packageName()) && candidate.isIn(range.versionRange());
            case Constraint.Cel cel -> cel.rule().holds(candidate.celValues(), budget);
        };
    }
}
