package io.olm4j.versionranges;

/** The beginning of a text that others wrote and that can have any length, so that no message grows without a bound. */
public final class Shortened {
    private Shortened() {}

    /**
     * Shortens a text.
     *
     * @param limit the longest text that stays whole, in UTF-16 units
     * @param text any text
     * @return the text, or its beginning with an ellipsis; it does not end within a surrogate pair
     */
    public static String of(int limit, String text) {
        return text.length() <= limit
                ? text
                : text.substring(0, Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit) + "…";
    }
}
