package io.olm4j.versionranges;

/** White space as Go trims it: that of Unicode, no-break spaces included. */
final class Blanks {
    private Blanks() {}

    static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isBlank(text.charAt(start))) {
            start++;
        }
        while (end > start && isBlank(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isBlank(char c) {
        return (c >= '\t' && c <= '\r') || c == '\u0085' || Character.isSpaceChar(c);
    }
}
