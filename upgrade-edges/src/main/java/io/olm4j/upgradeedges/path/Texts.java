package io.olm4j.upgradeedges.path;

import io.olm4j.versionranges.Quoted;
import java.util.List;

/** Phrases that messages and explanations share. */
public final class Texts {
    private Texts() {}

    public static String quoted(String before, String text) {
        return before + Quoted.of(text);
    }

    /** A list of names as OLM's messages write it: {@code [a b]}. */
    public static String list(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    public static String channels(List<String> channels) {
        return channels.size() == 1 ? "channel " + channels.getFirst() : "channels " + String.join(", ", channels);
    }

    public static String count(int number, String noun) {
        return number + " " + (number == 1 ? noun : noun + "s");
    }
}
