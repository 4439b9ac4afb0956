package io.olm4j.cli.output;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.regex.Pattern;

/**
 * Makes control characters visible in what people read. Catalogs and bundles are the work of others, and an escape
 * sequence in a description must not reach the terminal.
 */
public final class VisibleText {

    /** All but the line feed and the tab; also what changes the direction of text, so that it reads as another one. */
    private static final String CONTROL = "[\\x00-\\x08\\x0B-\\x1F\\x7F-\\x9F\\u202A-\\u202E\\u2066-\\u2069]";

    /** The end of a line stays, as some systems write it. */
    private static final Pattern ANY = Pattern.compile("\\r\\n|" + CONTROL);

    /** What {@link Colour} writes stays too. */
    private static final Pattern ANY_BUT_COLOURS = Pattern.compile("\\x1B\\[(?:0|3[1-3])m|" + ANY);

    private static final Pattern ANY_OR_END_OR_TAB = Pattern.compile(CONTROL + "|[\\n\\t]");

    private VisibleText() {}

    /** The text with each control character as its code, such as {@code <U+001B>}. */
    public static String of(String text) {
        return filtered(ANY, text);
    }

    /** The same where the text is part of a line, as the name of a file: the line feed and the tab have codes too. */
    public static String inLine(String text) {
        return filtered(ANY_OR_END_OR_TAB, text);
    }

    /** The text as programs read it, but with visible control characters if it goes to a terminal. */
    public static String onTerminal(String text) {
        return Terminal.console().isPresent() ? of(text) : text;
    }

    /** A writer for people; the colours of {@link Colour} stay where there are any. */
    public static PrintWriter writer(PrintWriter out) {
        return writer(out, Colour.areOn());
    }

    static PrintWriter writer(PrintWriter out, boolean colours) {
        return new PrintWriter(new Filter(out, colours ? ANY_BUT_COLOURS : ANY), true);
    }

    /** Longer matches stay. */
    private static String filtered(Pattern pattern, String text) {
        return pattern.matcher(text)
                .replaceAll(match -> match.group().length() > 1
                        ? match.group()
                        : "<U+%04X>".formatted((int) match.group().charAt(0)));
    }

    /** Passes on what is filtered. */
    private static final class Filter extends FilterWriter {
        private final Pattern pattern;

        Filter(Writer out, Pattern pattern) {
            super(out);
            this.pattern = pattern;
        }

        @Override
        public void write(int character) throws IOException {
            out.write(filtered(pattern, Character.toString((char) character)));
        }

        @Override
        public void write(char[] characters, int offset, int length) throws IOException {
            out.write(filtered(pattern, new String(characters, offset, length)));
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            out.write(filtered(pattern, text.substring(offset, offset + length)));
        }
    }
}
