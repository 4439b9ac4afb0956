package io.olm4j.codec.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps a message on one line, even if it repeats names and texts with line ends. */
public final class OneLine {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\u2028\u2029]");

    private OneLine() {}

    /** The text with every control character and line separator as an escape such as {@code \}{@code u000a}. */
    public static String of(String text) {
        return CONTROL.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        "\\u%04x".formatted((int) found.group().charAt(0))));
    }
}
