package io.olm4j.versionranges;

import java.util.List;

/**
 * Expands wildcards of the skip-range dialect: {@code 1.2.x} becomes {@code >=1.2.0 <1.3.0}.
 *
 * <p>It rewrites the text of every token that contains the letter x. If the x is not a wildcard, the result is wrong
 * and mostly fails to parse. It stays as in the original, because it decides which catalogs are valid.
 */
final class SkipRangeWildcards {
    private SkipRangeWildcards() {}

    /** The tokens that a token stands for: one or two, itself if there is no x in it. */
    static List<SkipRangeToken> expand(SkipRangeToken token) {
        if (token.text().indexOf('x') < 0) {
            return List.of(token);
        }
        var version = token.version();
        var start = withZeros(version);
        return switch (token.operator()) {
            case ">" -> List.of(token.withText(">=" + after(version, start)));
            case ">=" -> List.of(token.withText(">=" + start));
            case "<" -> List.of(token.withText("<" + start));
            case "<=" -> List.of(token.withText("<" + after(version, start)));
            case "", "=", "==" -> List.of(token.withText(">=" + start), token.withText("<" + after(version, start)));
            case "!=", "!" -> List.of(token.withText("<" + start), token.withText(">=" + after(version, start)));
            // An unknown operator is lost.
            default -> List.of(token.withText(start));
        };
    }

    private static String withZeros(String version) {
        var flat = replaceFirst(replaceFirst(version, ".x.x", ".x"), ".x", ".0");
        return Identifiers.split(flat).size() == 2 ? flat + ".0" : flat;
    }

    /** The first version after the wildcard's series; no text at all if the last part is not a wildcard. */
    private static String after(String version, String start) {
        var parts = Identifiers.split(version);
        if (!parts.getLast().equals("x")) {
            return "";
        }
        return switch (parts.size()) {
            case 2 -> increment(start, 0);
            case 3 -> increment(start, 1);
            default -> "";
        };
    }

    private static String increment(String version, int index) {
        var parts = version.split("\\.", -1);
        if (!isNumber(parts[index])) {
            return "";
        }
        try {
            // Signed 64 bits that wrap around, as in the original; what comes out then is refused as a version.
            parts[index] = Long.toString(Long.parseLong(parts[index]) + 1);
        } catch (NumberFormatException e) {
            return "";
        }
        return String.join(".", parts);
    }

    private static boolean isNumber(String text) {
        boolean signed = !text.isEmpty() && (text.charAt(0) == '+' || text.charAt(0) == '-');
        return UnsignedNumber.isDigits(signed ? text.substring(1) : text);
    }

    private static String replaceFirst(String text, String what, String replacement) {
        int index = text.indexOf(what);
        return index < 0 ? text : text.substring(0, index) + replacement + text.substring(index + what.length());
    }
}
