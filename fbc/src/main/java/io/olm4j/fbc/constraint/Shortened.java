package io.olm4j.fbc.constraint;

/** Cuts texts from bundles to a length that fits messages. */
final class Shortened {
    private static final int LIMIT = 500;

    private Shortened() {}

    static String of(String text) {
        if (text.length() <= LIMIT) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LIMIT - 1)) ? LIMIT - 1 : LIMIT;
        return text.substring(0, end) + "…";
    }
}
