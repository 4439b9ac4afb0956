package io.olm4j.fbc;

/** Writes JSON strings as Go's JSON encoder does without HTML escaping. */
final class JsonStrings {
    private JsonStrings() {}

    /** A lone surrogate, which has no UTF-8 form, becomes U+FFFD. */
    static void append(StringBuilder out, String text) {
        append(out, text, false);
    }

    /** A lone surrogate is escaped, which Go never writes but reads. */
    static void appendLossless(StringBuilder out, String text) {
        append(out, text, true);
    }

    private static void append(StringBuilder out, String text, boolean lossless) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < 0x20) {
                control(out, c);
            } else if (c == '\u2028' || c == '\u2029') {
                out.append(c == '\u2028' ? "\\u2028" : "\\u2029");
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else if (Character.isSurrogate(c)) {
                out.append(lossless ? "\\u" + Integer.toHexString(c) : "\uFFFD");
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    private static void control(StringBuilder out, char c) {
        switch (c) {
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default ->
                out.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 0xF, 16));
        }
    }
}
