package io.olm4j.versionranges;

import java.util.ArrayList;
import java.util.List;

/**
 * Rewrites hyphen ranges of the spec dialect: {@code 1.2 - 2.0} becomes {@code >= 1.2, <= 2.0}.
 *
 * <p>It happens before anything else is read, wherever the text looks like one, even in the middle of something else.
 * Error messages show the rewritten text.
 */
final class HyphenRanges {
    private HyphenRanges() {}

    private record Found(String text, String replacement) {}

    static MappedText rewrite(String text) {
        var result = MappedText.of(text);
        if (text.indexOf('-') < 0) {
            return result;
        }
        for (var found : find(text)) {
            int start = result.text().indexOf(found.text());
            if (start >= 0) {
                result = result.replace(start, start + found.text().length(), found.replacement());
            }
        }
        return result;
    }

    private static List<Found> find(String text) {
        var result = new ArrayList<Found>();
        int start = 0;
        while (start < text.length()) {
            var scanner = new SpecScanner(text, start);
            var replacement = replacementAt(scanner, text);
            if (replacement.isEmpty()) {
                start++;
            } else {
                result.add(new Found(text.substring(start, scanner.position()), replacement));
                start = scanner.position();
            }
        }
        return result;
    }

    /** What to put in the place of the hyphen range that the scanner reads; empty if there is none. */
    private static String replacementAt(SpecScanner scanner, String text) {
        scanner.skipBlanks();
        if (!scanner.atVersion()) {
            return "";
        }
        int from = scanner.position();
        scanner.version();
        int fromEnd = scanner.position();
        if (!scanner.skipBlanks() || !scanner.skip('-') || !scanner.skipBlanks() || !scanner.atVersion()) {
            return "";
        }
        int to = scanner.position();
        scanner.version();
        int toEnd = scanner.position();
        scanner.skipBlanks();
        return ">= " + text.substring(from, fromEnd) + ", <= " + text.substring(to, toEnd) + " ";
    }
}
