package io.olm4j.codec.text;

/** The beginning of a text of an input, as long as fits a message. */
public final class Excerpt {
    private static final int LIMIT = 40;

    private Excerpt() {}

    /** The text, or its first 40 characters with an ellipsis; it does not end within a surrogate pair. */
    public static String of(String text) {
        return text.length() <= LIMIT
                ? text
                : text.substring(0, Character.isHighSurrogate(text.charAt(LIMIT - 1)) ? LIMIT - 1 : LIMIT) + "…";
    }
}
