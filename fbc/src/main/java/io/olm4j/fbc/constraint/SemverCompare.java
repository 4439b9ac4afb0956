package io.olm4j.fbc.constraint;

import dev.cel.runtime.CelEvaluationException;
import io.olm4j.codec.go.GoNumbers;
import io.olm4j.versionranges.TolerantVersion;
import io.olm4j.versionranges.Version;

/** The CEL function that compares two values as versions. The result is -1, 0 or 1. */
final class SemverCompare {
    static final String NAME = "semver_compare";

    private SemverCompare() {}

    static Long compare(Object left, Object right) throws CelEvaluationException {
        return (long) Integer.signum(version(left).compareTo(version(right)));
    }

    private static Version version(Object value) throws CelEvaluationException {
        String text = text(value);
        try {
            return TolerantVersion.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CelEvaluationException("unable to parse '" + Excerpt.of(text) + "' to semver format", e);
        }
    }

    /** The text of a string or a number. Other values give a text that is not a version. */
    private static String text(Object value) {
        return switch (value) {
            case String text -> text;
            case Double number -> GoNumbers.printed(number);
            case Number number -> number.toString();
            default -> value.getClass().getSimpleName();
        };
    }
}
