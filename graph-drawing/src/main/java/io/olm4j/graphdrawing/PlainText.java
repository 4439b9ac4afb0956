package io.olm4j.graphdrawing;

/** Makes any text fit to be drawn: without invisible characters, as short as wanted, escaped for XML. */
public final class PlainText {
    private static final int LONGEST_NAME = 250;

    private PlainText() {}

    /**
     * The text without what cannot be seen or is not allowed in XML: line ends and tabs become blanks, the rest is
     * dropped.
     */
    public static String visible(String text) {
        var out = new StringBuilder(Math.min(text.length(), 256));
        text.codePoints().forEach(c -> {
            switch (Character.getType(c)) {
                case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> {
                    if (Character.isWhitespace(c)) {
                        out.append(' ');
                    }
                }
                case Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED -> {
                    // Nothing to see, or harmful as those that turn the direction of writing.
                }
                default -> out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    /** A name, cut if it is very long. */
    public static String name(String name) {
        return shortened(name, LONGEST_NAME);
    }

    /** The beginning of a text, and an ellipsis if it is longer than so many characters. */
    public static String shortened(String text, int characters) {
        if (text.length() <= characters) {
            return visible(text);
        }
        int end = Character.isHighSurrogate(text.charAt(characters - 1)) ? characters - 1 : characters;
        return visible(text.substring(0, end)) + "…";
    }

    /** Beginning and end of a text that is wider than so many cells of a monospaced font, an ellipsis between them. */
    public static String middleCut(String text, int cells) {
        var visible =
                visible(text.length() > 4096 ? text.substring(0, 2048) + text.substring(text.length() - 2048) : text);
        if (cells(visible) <= cells) {
            return visible;
        }
        int[] points = visible.codePoints().toArray();
        int tail = (cells - 1) * 3 / 5;
        int from = 0;
        for (int used = cells(points[from]); used <= cells - 1 - tail; used += cells(points[from])) {
            from++;
        }
        int to = points.length;
        for (int used = cells(points[to - 1]); used <= tail; used += cells(points[to - 1])) {
            to--;
        }
        return new String(points, 0, from) + "…" + new String(points, to, points.length - to);
    }

    /** How many cells of a monospaced font a text fills. */
    public static int cells(String text) {
        return text.codePoints().map(PlainText::cells).sum();
    }

    /** A combining mark counts too, so that a pile of them is cut. */
    private static int cells(int c) {
        return c >= 0x1100 && (Character.isIdeographic(c) || c >= 0x1F000 || isWideBlock(c)) ? 2 : 1;
    }

    /** Hangul, the East Asian blocks and the full-width forms. */
    private static boolean isWideBlock(int c) {
        return c <= 0x115F
                || (c >= 0x2E80 && c <= 0xA4CF)
                || (c >= 0xAC00 && c <= 0xD7A3)
                || (c >= 0xFF00 && c <= 0xFF60);
    }

    /** The text for XML content and for attribute values in double quotes. */
    public static String xml(String text) {
        var out = new StringBuilder(text.length() + 16);
        visible(text).codePoints().forEach(c -> {
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> out.appendCodePoint(c);
            }
        });
        return out.toString();
    }
}
