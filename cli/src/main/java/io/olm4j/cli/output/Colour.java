package io.olm4j.cli.output;

import picocli.CommandLine.Help.Ansi;

/** Colours of text for people: only on a terminal, and never if NO_COLOR is set. */
public enum Colour {
    /** Good, or added. */
    GREEN("32"),
    /** Bad, or removed. */
    RED("31"),
    /** Needs attention, or changed. */
    YELLOW("33");

    private final String code;

    Colour(String code) {
        this.code = code;
    }

    /** The text in this colour, or as it is. */
    public String paint(String text) {
        return paint(text, areOn());
    }

    /** Whether text for people has colours. */
    static boolean areOn() {
        return Ansi.AUTO.enabled();
    }

    String paint(String text, boolean enabled) {
        return enabled ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
