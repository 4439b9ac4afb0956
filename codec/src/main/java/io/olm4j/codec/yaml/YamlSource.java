package io.olm4j.codec.yaml;

import java.io.IOException;
import java.io.Reader;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * The characters of a text for the parser, at a cost that grows with the length of the text. SnakeYAML's own reader
 * copies everything that it looks ahead each time it reads a further part, so that a word of 16 MiB takes a minute.
 */
final class YamlSource extends StreamReader {
    /** At most as much as the reader reads at a time. */
    private static final int NEAR = 512;

    private final CharSequence text;
    private int farCodePoint;
    private int farIndex;

    /** @param start the index of the first character */
    YamlSource(CharSequence text, int start) {
        super(reader(text, start));
        this.text = text;
        this.farIndex = start;
    }

    private static Reader reader(CharSequence text, int start) {
        Reader reader = Reader.of(text);
        try {
            reader.skip(start);
        } catch (IOException e) {
            throw new IllegalStateException("A text can always be read", e);
        }
        return reader;
    }

    @Override
    public int peek(int ahead) {
        if (ahead < NEAR) {
            return super.peek(ahead);
        }
        moveTo(getIndex() + ahead);
        return farIndex < text.length() ? Character.codePointAt(text, farIndex) : '\0';
    }

    /** Moves by one character in most calls, because the scanner looks ahead step by step. */
    private void moveTo(int codePoint) {
        while (farCodePoint < codePoint && farIndex < text.length()) {
            farIndex += Character.charCount(Character.codePointAt(text, farIndex));
            farCodePoint++;
        }
        while (farCodePoint > codePoint) {
            farIndex -= Character.charCount(Character.codePointBefore(text, farIndex));
            farCodePoint--;
        }
    }

    @Override
    public String prefixForward(int length) {
        if (length <= NEAR) {
            return super.prefixForward(length);
        }
        StringBuilder prefix = new StringBuilder(length);
        for (int rest = length; rest > 0; rest -= NEAR) {
            prefix.append(super.prefixForward(Math.min(rest, NEAR)));
        }
        return prefix.toString();
    }
}
