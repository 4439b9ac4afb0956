package io.olm4j.codec.yaml;

/** Writes text of several lines as a literal block. */
final class YamlLiteral {
    private YamlLiteral() {}

    /**
     * Whether a text can be a literal block: no line needs escapes, the first line shows the block's indentation, the
     * last line shows its end, and the indentation is not much larger than the text.
     */
    static boolean fits(String text, int indent) {
        int lineEnds = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                lineEnds++;
            } else if (c != '\t' && YamlStrings.isSpecial(text, i)) {
                return false;
            }
        }
        return lineEnds > 0
                && !startsBlank(text)
                && !endsInBlankLine(text)
                && (long) lineEnds * indent <= 4L * text.length() + 1000;
    }

    private static boolean startsBlank(String text) {
        return Character.isWhitespace(text.charAt(0));
    }

    private static boolean endsInBlankLine(String text) {
        String content = text.substring(0, text.length() - trailingLineEnds(text));
        return content.substring(content.lastIndexOf('\n') + 1).isBlank();
    }

    private static int trailingLineEnds(String text) {
        int count = 0;
        while (count < text.length() && text.charAt(text.length() - 1 - count) == '\n') {
            count++;
        }
        return count;
    }

    /** Writes the block, without a line end after its last line. */
    static void append(StringBuilder out, String text, int indent) {
        int lineEnds = trailingLineEnds(text);
        out.append('|').append(lineEnds == 0 ? "-" : lineEnds == 1 ? "" : "+");
        int end = lineEnds == 0 ? text.length() : text.length() - 1;
        int start = 0;
        while (start <= end) {
            int lineEnd = text.indexOf('\n', start);
            lineEnd = lineEnd < 0 || lineEnd > end ? end : lineEnd;
            out.append('\n');
            if (lineEnd > start) {
                out.repeat(' ', indent).append(text, start, lineEnd);
            }
            start = lineEnd + 1;
        }
    }
}
