package io.olm4j.codec.yaml;

import java.util.regex.Pattern;

/**
 * Writes strings as YAML scalars that every reader of YAML 1.1 and 1.2 reads as the same strings. A string has no
 * quotes only if no reader can take it for something else. It stays on one line, except in a literal block.
 */
final class YamlStrings {
    private static final String WORDS = "(?i:y|n|yes|no|on|off|true|false|null|nil|none|~|[-+]?\\.inf|\\.nan)";
    private static final String NUMBERS =
            "[-+]?(\\.[0-9_]+|[0-9][0-9_]*(\\.[0-9_]*)?)([eE][-+]?[0-9_]+)?|[-+]?0[xXoObB][0-9a-fA-F_]+";
    /** Possessive, because other repetitions of a group recurse. */
    private static final String BASE_60 = "[-+]?[0-9][0-9_]*(:[0-5]?[0-9])++(\\.[0-9_]*)?";

    private static final String DATES = "[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*";
    private static final Pattern AMBIGUOUS =
            Pattern.compile(String.join("|", WORDS, NUMBERS, BASE_60, DATES), Pattern.DOTALL);

    private static final String FIRST_NEEDS_QUOTES = "-?:,[]{}#&*!|>'\"%@`=<";

    private YamlStrings() {}

    /** A scalar on one line: plain if possible, otherwise in quotes. */
    static void append(StringBuilder out, String text) {
        if (isPlain(text)) {
            out.append(text);
        } else {
            appendQuoted(out, text);
        }
    }

    /** A scalar in quotes. */
    static void appendQuoted(StringBuilder out, String text) {
        if (needsEscapes(text) || (text.indexOf('"') < 0 && text.indexOf('\\') < 0)) {
            doubleQuoted(out, text);
        } else {
            out.append('\'').append(text.replace("'", "''")).append('\'');
        }
    }

    private static boolean isPlain(String text) {
        return !text.isEmpty()
                && FIRST_NEEDS_QUOTES.indexOf(text.charAt(0)) < 0
                && !isBlank(text.charAt(0))
                && !isBlank(text.charAt(text.length() - 1))
                && !text.startsWith("...")
                && !text.endsWith(":")
                && !text.contains(": ")
                && !text.contains(" #")
                && !AMBIGUOUS.matcher(text).matches()
                && !needsEscapes(text);
    }

    private static boolean isBlank(char c) {
        return c <= ' ' || Character.isSpaceChar(c);
    }

    /** Whether a text contains characters that are not printable, such as line ends, tabs and invisible marks. */
    static boolean needsEscapes(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isSpecial(text, i)) {
                return true;
            }
        }
        return false;
    }

    static boolean isSpecial(String text, int index) {
        char c = text.charAt(index);
        return c < ' '
                || (c >= 0x7F && c < 0xA0)
                || c == '\u2028'
                || c == '\u2029'
                || c == '\uFEFF'
                || c >= '\uFFFE'
                || isLoneSurrogate(text, index);
    }

    private static boolean isLoneSurrogate(String text, int index) {
        char c = text.charAt(index);
        if (Character.isHighSurrogate(c)) {
            return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
        }
        return Character.isLowSurrogate(c) && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
    }

    private static void doubleQuoted(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c == '\t') {
                out.append("\\t");
            } else if (c == '\r') {
                out.append("\\r");
            } else if (!isSpecial(text, i)) {
                out.append(c);
            } else {
                // YAML cannot represent a lone surrogate; it becomes U+FFFD, which opm reads in its place.
                out.append(String.format("\\u%04x", (int) (Character.isSurrogate(c) ? '\uFFFD' : c)));
            }
        }
        out.append('"');
    }
}
