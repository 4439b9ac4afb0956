package io.olm4j.versionranges;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a normal form back and says which versions it means. */
final class NaiveNormalForm {
    private static final Pattern OR = Pattern.compile(" \\|\\| ");
    private static final Pattern BLANK = Pattern.compile(" ");
    private static final Pattern SERIES = Pattern.compile("([0-9]+)(?:\\.([0-9]+))?\\.x(?:-(.*))?");
    private static final Pattern LIMIT = Pattern.compile("([0-9]+)\\.([0-9]+)\\.([0-9]+)(?:-(.*))?");

    private NaiveNormalForm() {}

    static boolean contains(String normalForm, Version version) {
        return !normalForm.equals("nothing")
                && OR.splitAsStream(normalForm)
                        .anyMatch(group -> group.equals("any version")
                                || BLANK.splitAsStream(group).allMatch(bound -> holds(bound, version)));
    }

    private static boolean holds(String bound, Version version) {
        var limit = bound.substring(1);
        var series = SERIES.matcher(limit);
        if (series.matches()) {
            boolean sameMajor = version.major() == Long.parseUnsignedLong(series.group(1));
            return !sameMajor
                    || (series.group(2) != null
                            && (version.minor() != Long.parseUnsignedLong(series.group(2))
                                    || !version.preRelease().equals(words(series.group(3)))));
        }
        int order = version.compareTo(limit(limit));
        return switch (bound.charAt(0)) {
            case '=' -> order == 0;
            case '≠' -> order != 0;
            case '>' -> order > 0;
            case '≥' -> order >= 0;
            case '<' -> order < 0;
            default -> order <= 0;
        };
    }

    /** A limit may hold a pre-release number beyond 64 bits, which no version can. */
    private static Version limit(String text) {
        var match = LIMIT.matcher(text);
        assert match.matches() : text;
        return new Version(
                Long.parseUnsignedLong(match.group(1)),
                Long.parseUnsignedLong(match.group(2)),
                Long.parseUnsignedLong(match.group(3)),
                words(match.group(4)),
                List.of());
    }

    private static List<String> words(@Nullable String text) {
        return text == null ? List.of() : Identifiers.split(text);
    }
}
