package io.olm4j.codec.text;

/** The beginning of a text of an input, as long as fits a message. */
public final class Excerpt {
    private static final int LIMIT = 40;

    private Excerpt() {}

    /** The text, or its first 40 characters with an ellipsis. */
    public static String of(String text) {
        return of(LIMIT, text);
    }

    /**
     * The text, or its beginning with an ellipsis; it does not end within a surrogate pair.
     *
     * @param limit the longest text that stays whole, in UTF-16 units
     */
    public static String of(int limit, String text) {
        return text.length() <= limit
                ? text
                : text.substring(0, Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit) + "…";
    }
}
