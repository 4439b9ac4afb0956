package io.olm4j.fbc.constraint;

/** The cost limit for the evaluation of rules, in units of {@link CelWeight}. */
final class CelBudget {
    /** Up to a tenth of a second for one evaluation. */
    private static final long ONE_EVALUATION = 1_000_000;

    /** Up to a second for all rules of a bundle against all installed bundles. */
    private static final long ALL_EVALUATIONS = 10 * ONE_EVALUATION;

    private long left = ALL_EVALUATIONS;
    private long leftNow;

    /** Thrown to end an evaluation that costs too much. */
    static final class ExhaustedException extends RuntimeException {
        ExhaustedException() {
            super("the rule costs too much to evaluate", null, false, false);
        }
    }

    void startEvaluation() {
        leftNow = Math.min(left, ONE_EVALUATION);
    }

    long left() {
        return leftNow;
    }

    /** @throws ExhaustedException if nothing is left */
    void charge(long units) {
        long charged = Math.min(units, leftNow);
        leftNow -= charged;
        left -= charged;
        requireLeft();
    }

    /** @throws ExhaustedException if nothing is left */
    void requireLeft() {
        if (leftNow <= 0) {
            throw new ExhaustedException();
        }
    }
}
