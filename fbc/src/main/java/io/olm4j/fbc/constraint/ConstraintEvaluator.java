package io.olm4j.fbc.constraint;

import java.util.List;

/** Tests constraints against candidates. */
final class ConstraintEvaluator {
    private final CelBudget budget = new CelBudget();

    /** What became of testing a constraint. */
    enum Outcome {
        FULFILLED,
        UNFULFILLED,
        /** Not fulfilled by those candidates on which a rule could be evaluated at bearable cost. */
        TOO_COSTLY
    }

    /** Whether one of the candidates fulfils a constraint as a whole. */
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

    /** Recursion is as deep as constraints may be nested. */
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
