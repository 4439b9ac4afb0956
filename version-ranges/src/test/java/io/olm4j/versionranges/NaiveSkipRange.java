package io.olm4j.versionranges;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The second implementation of the skip-range dialect, by regular expressions. It knows only ranges made of ordinary
 * tokens.
 */
final class NaiveSkipRange {
    private static final Pattern BLANKS_AFTER_OPERATOR = Pattern.compile("(?<=[<>=]) +");
    private static final Pattern WILDCARD = Pattern.compile("(|=|==|!=?|[<>]=?)([0-9]+)(?:\\.([0-9]+))?((?:\\.x)+)");
    private static final Pattern COMPARISON = Pattern.compile("(|=|==|!=?|[<>]=?)([0-9].*)");

    private record Comparison(String operator, NaiveVersion version) {}

    private final List<List<Comparison>> groups;

    private NaiveSkipRange(List<List<Comparison>> groups) {
        this.groups = groups;
    }

    /** Whether this implementation knows what to make of a text. */
    static boolean isOrdinary(String text) {
        return text.chars().allMatch(c -> (c >= ' ' && c < 0x7f))
                && Pattern.compile(" +").splitAsStream(tokens(text)).allMatch(NaiveSkipRange::isOrdinaryToken);
    }

    private static boolean isOrdinaryToken(String token) {
        return token.length() < 2
                || !token.contains("x")
                || (WILDCARD.matcher(token).matches()
                        && !token.contains("1844674407370955161")
                        && !token.endsWith(".x.x.x"));
    }

    private static String tokens(String text) {
        return BLANKS_AFTER_OPERATOR.matcher(text).replaceAll("");
    }

    static Optional<NaiveSkipRange> parse(String text) {
        var groups = new ArrayList<List<Comparison>>();
        groups.add(new ArrayList<>());
        for (var token : tokens(text).split(" ", -1)) {
            if (token.length() < 2) {
                continue;
            }
            if (token.equals("||")) {
                groups.add(new ArrayList<>());
                continue;
            }
            for (var plain : expand(token)) {
                var match = COMPARISON.matcher(plain);
                if (!match.matches()) {
                    return Optional.empty();
                }
                var version = NaiveVersion.parse(match.group(2));
                if (version.isEmpty()) {
                    return Optional.empty();
                }
                groups.getLast().add(new Comparison(match.group(1), version.get()));
            }
        }
        return groups.stream().anyMatch(List::isEmpty) ? Optional.empty() : Optional.of(new NaiveSkipRange(groups));
    }

    private static List<String> expand(String token) {
        var match = WILDCARD.matcher(token);
        if (!match.matches()) {
            return List.of(token);
        }
        var major = match.group(2);
        // 1.x.x means 1.0.x
        boolean minorSeries = match.group(3) != null || match.group(4).equals(".x.x");
        var minor = Optional.ofNullable(match.group(3)).orElse("0");
        var start = major + "." + minor + ".0";
        var end = minorSeries
                ? major + "." + (Long.parseUnsignedLong(minor) + 1) + ".0"
                : (Long.parseUnsignedLong(major) + 1) + ".0.0";
        if (match.group(3) != null && match.group(4).length() > 2) {
            return List.of("?");
        }
        return switch (match.group(1)) {
            case ">" -> List.of(">=" + end);
            case ">=" -> List.of(">=" + start);
            case "<" -> List.of("<" + start);
            case "<=" -> List.of("<" + end);
            case "!", "!=" -> List.of("<" + start, ">=" + end);
            default -> List.of(">=" + start, "<" + end);
        };
    }

    boolean contains(NaiveVersion version) {
        return groups.stream()
                .anyMatch(group -> group.stream().allMatch(item -> {
                    int order = version.compareTo(item.version());
                    return switch (item.operator()) {
                        case ">" -> order > 0;
                        case ">=" -> order >= 0;
                        case "<" -> order < 0;
                        case "<=" -> order <= 0;
                        case "!", "!=" -> order != 0;
                        default -> order == 0;
                    };
                }));
    }
}
