package io.olm4j.controller.clusterupgrade;

/** A text that a bundle or an operator wrote, in one line, and short, so that no message grows without a bound. */
final class OneLineText {

    private static final int LENGTH = 200;

    private OneLineText() {}

    /** At most 200 characters in one line. */
    static String of(String text) {
        String line = text.replaceAll("\\s+", " ").trim();
        if (line.length() <= LENGTH) {
            return line;
        }
        int end = LENGTH - 3;
        return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + "...";
    }
}
