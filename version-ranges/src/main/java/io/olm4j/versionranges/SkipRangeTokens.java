package io.olm4j.versionranges;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a range of the skip-range dialect at blanks.
 *
 * <p>Only the space separates, and not right after {@code <}, {@code >} or {@code =}: {@code >= 1.0.0} is one token. A
 * piece of a single character is dropped without a word, so that {@code a , b} means {@code a b}.
 */
final class SkipRangeTokens {
    private SkipRangeTokens() {}

    static List<SkipRangeToken> of(String text) {
        var tokens = new ArrayList<SkipRangeToken>();
        int start = 0;
        char lastCharacter = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != ' ') {
                lastCharacter = c;
            } else if (!isComparison(lastCharacter)) {
                add(tokens, text, start, i);
                start = i + 1;
            }
        }
        add(tokens, text, start, text.length());
        return tokens;
    }

    private static void add(List<SkipRangeToken> tokens, String text, int start, int end) {
        if (!isDropped(text, start, end)) {
            tokens.add(new SkipRangeToken(text.substring(start, end).replace(" ", ""), start + 1));
        }
    }

    /** Length is counted in bytes: a single character beyond ASCII stays. */
    private static boolean isDropped(String text, int start, int end) {
        return end <= start || (end == start + 1 && text.charAt(start) < 0x80);
    }

    private static boolean isComparison(char c) {
        return c == '<' || c == '>' || c == '=';
    }
}
