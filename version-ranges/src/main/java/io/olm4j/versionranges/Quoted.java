package io.olm4j.versionranges;

/**
 * Text in double quotes, escaped the way OLM's messages escape it (Go's {@code %q}), so that a message stays one
 * readable line.
 */
public final class Quoted {
    private Quoted() {}

    /**
     * Quotes a text.
     *
     * @param text any text
     * @return the text between double quotes; quotes, backslashes, control and unprintable characters escaped
     */
    public static String of(String text) {
        var out = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> append(out, c));
        return out.append('"').toString();
    }

    /** Quotes the text, or its beginning if it is longer than the limit of {@link Shortened}. */
    public static String of(int limit, String text) {
        return of(Shortened.of(limit, text));
    }

    private static void append(StringBuilder out, int c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case 0x07 -> out.append("\\a");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case 0x0b -> out.append("\\v");
            default -> {
                if (isPrintable(c)) {
                    out.appendCodePoint(c);
                } else if (c < ' ' || c == 0x7f) {
                    out.append(String.format("\\x%02x", c));
                } else if (Character.isBmpCodePoint(c)) {
                    out.append(String.format("\\u%04x", c));
                } else {
                    out.append(String.format("\\U%08x", c));
                }
            }
        }
    }

    /** Letters, marks, numbers, punctuation, symbols and the plain blank; every other kind of blank is escaped. */
    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }
}
