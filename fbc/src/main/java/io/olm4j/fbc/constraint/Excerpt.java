package io.olm4j.fbc.constraint;

import io.olm4j.versionranges.Shortened;

/** The beginning of a text from a bundle, as long as fits a message; its line ends stay. */
final class Excerpt {
    private static final int LIMIT = 500;

    private Excerpt() {}

    static String of(String text) {
        return Shortened.of(LIMIT, text);
    }
}
