package io.olm4j.cli.doctor;

import java.util.List;

/** The result of a check. */
sealed interface CheckResult {

    /** Nothing is wrong. */
    record Ok(String what) implements CheckResult {}

    /**
     * Something is wrong.
     *
     * @param next the command, or the change, that comes next
     */
    record Finding(Severity severity, String what, String next) implements CheckResult {}

    /** The check did not read what it needs. */
    record NotChecked(String reason) implements CheckResult {}

    /** How bad a finding is. */
    enum Severity {
        /** It works, but not as it should, or not for long. */
        WARNING,
        /** It does not work. */
        ERROR
    }

    static Finding error(String what, String next) {
        return new Finding(Severity.ERROR, what, next);
    }

    static Finding warning(String what, String next) {
        return new Finding(Severity.WARNING, what, next);
    }

    /** A number with its noun, such as {@code 2 catalogs}. */
    static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    /** The findings; without findings, one {@link Ok}. */
    static List<CheckResult> orOk(List<Finding> findings, String what) {
        return findings.isEmpty() ? List.of(new Ok(what)) : List.copyOf(findings);
    }
}
