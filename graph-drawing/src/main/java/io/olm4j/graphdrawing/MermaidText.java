package io.olm4j.graphdrawing;

/** Quotes texts for Mermaid, in which nothing but a character's number is safe. */
final class MermaidText {
    private static final int LONGEST = 1000;
    private static final String PLAIN = " .-_,()=/+";

    private MermaidText() {}

    /** The text in double quotes; every character that could mean something is written as its number. */
    static String quoted(String text) {
        return quoted(text, "");
    }

    /** The same with a note that stays when the text is cut. */
    static String quoted(String text, String note) {
        var out = new StringBuilder("\"");
        (PlainText.shortened(text, LONGEST) + note).codePoints().forEach(c -> {
            if (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0) {
                out.appendCodePoint(c);
            } else {
                out.append('#').append(c).append(';');
            }
        });
        // An empty label is no label to Mermaid.
        return out.length() == 1 ? "\" \"" : out.append("\"").toString();
    }
}
