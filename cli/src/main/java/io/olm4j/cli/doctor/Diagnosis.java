package io.olm4j.cli.doctor;

import io.olm4j.cli.doctor.CheckResult.Severity;
import io.olm4j.cli.output.Colour;
import io.olm4j.cli.output.Table;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;

/**
 * A line of {@code olm doctor}.
 *
 * @param check the subject, such as {@code catalogs}
 * @param result ok, problem, warning or unknown
 * @param next what to do; empty unless it is a problem or a warning
 */
public record Diagnosis(String check, String result, String message, Optional<String> next) {

    private static final String OK = "ok";
    private static final String PROBLEM = "problem";
    private static final String UNKNOWN = "unknown";
    private static final String WORD = "%-7s";
    private static final String LINE = "%s  %-21s  %s";

    /** What a check says. */
    static Diagnosis of(String check, CheckResult result) {
        return switch (result) {
            case CheckResult.Ok(String what) -> new Diagnosis(check, OK, what, Optional.empty());
            case CheckResult.NotChecked(String reason) -> new Diagnosis(check, UNKNOWN, reason, Optional.empty());
            case CheckResult.Finding(Severity severity, String what, String next) ->
                new Diagnosis(check, severity == Severity.ERROR ? PROBLEM : "warning", what, Optional.of(next));
        };
    }

    /** Whether something is wrong. */
    boolean isFinding() {
        return !result.equals(OK) && !result.equals(UNKNOWN);
    }

    /** For people: a line, and one with what to do. */
    void print(PrintWriter out) {
        String word = WORD.formatted(isFinding() ? result.toUpperCase(Locale.ROOT) : result);
        out.println(LINE.formatted(colour().paint(word), check, Table.oneLine(message)));
        next.ifPresent(command -> out.println(LINE.formatted(WORD.formatted(""), "", "next: " + command)));
    }

    private Colour colour() {
        return switch (result) {
            case OK -> Colour.GREEN;
            case PROBLEM -> Colour.RED;
            default -> Colour.YELLOW;
        };
    }
}
