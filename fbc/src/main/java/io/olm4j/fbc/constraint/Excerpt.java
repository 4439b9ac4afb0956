package io.olm4j.fbc.constraint;

/** The beginning of a text from a bundle, as long as fits a message; its line ends stay. */
final class Excerpt {
    private static final int LIMIT = 500;

    private Excerpt() {}

    static String of(String text) {
        if (text.length() <= LIMIT) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LIMIT - 1)) ? LIMIT - 1 : LIMIT;
        return text.substring(0, end) + "…";
    }
}
