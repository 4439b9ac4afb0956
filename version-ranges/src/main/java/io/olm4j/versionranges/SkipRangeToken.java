package io.olm4j.versionranges;

/**
 * An operator with its version, without blanks between them.
 *
 * @param text such as {@code >=1.0.0}
 * @param column where it begins in the range, counted from 1
 */
record SkipRangeToken(String text, int column) {
    /** What stands before the first digit (of any script), trimmed. */
    String operator() {
        return Blanks.trim(text.substring(0, versionStart()));
    }

    /** What stands from the first digit on. */
    String version() {
        return text.substring(versionStart());
    }

    SkipRangeToken withText(String newText) {
        return new SkipRangeToken(newText, column);
    }

    private int versionStart() {
        int index = 0;
        while (index < text.length()) {
            int c = text.codePointAt(index);
            if (Character.isDigit(c)) {
                return index;
            }
            index += Character.charCount(c);
        }
        throw new RangeSyntaxException(
                "Could not get version from string: " + Quoted.of(text),
                column,
                "expected a version after the operator; an x is a wildcard only at the end, as in 1.2.x or 1.x");
    }
}
