package io.olm4j.versionranges;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the shapes of the spec dialect in a text: blanks, operators, partial versions.
 *
 * <p>Blanks are tab, newline, form feed, carriage return and space. A segment may be any mix of digits, {@code x},
 * {@code X}, {@code *} and {@code |}: other text is refused later, with another message.
 */
final class SpecScanner {
    private final String text;
    private int position;

    SpecScanner(String text, int start) {
        this.text = text;
        this.position = start;
    }

    int position() {
        return position;
    }

    boolean atEnd() {
        return position == text.length();
    }

    /** Skips blanks; says whether there were any. */
    boolean skipBlanks() {
        int start = position;
        while (position < text.length() && "\t\n\f\r ".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        return position > start;
    }

    /** Skips one given character; says whether it was there. */
    boolean skip(char c) {
        if (position < text.length() && text.charAt(position) == c) {
            position++;
            return true;
        }
        return false;
    }

    /** Reads the longest run of operator characters that is an operator; the empty operator if there is none. */
    String operator() {
        for (int length = 2; length > 0; length--) {
            int end = position + length;
            if (end <= text.length()
                    && SpecOperator.of(text.substring(position, end)).isPresent()) {
                position = end;
                return text.substring(end - length, end);
            }
        }
        return "";
    }

    /** Whether a version begins here. */
    boolean atVersion() {
        return isSegment(position)
                || (position < text.length() && text.charAt(position) == 'v' && isSegment(position + 1));
    }

    /** Reads the version that begins here, as much of it as fits. */
    PartialVersion version() {
        int start = position;
        skip('v');
        var segments = new ArrayList<String>();
        segments.add(segment());
        while (segments.size() < 3
                && position < text.length()
                && text.charAt(position) == '.'
                && isSegment(position + 1)) {
            position++;
            segments.add(segment());
        }
        var preRelease = identifiersAfter('-');
        identifiersAfter('+');
        return new PartialVersion(segments, preRelease, start, position - start);
    }

    private String segment() {
        int start = position;
        while (isSegment(position)) {
            position++;
        }
        return text.substring(start, position);
    }

    private boolean isSegment(int index) {
        return index < text.length()
                && (UnsignedNumber.isDigit(text.charAt(index)) || "xX*|".indexOf(text.charAt(index)) >= 0);
    }

    private List<String> identifiersAfter(char mark) {
        if (position == text.length() || text.charAt(position) != mark || !isIdentifier(position + 1)) {
            return List.of();
        }
        int start = ++position;
        skipIdentifier();
        while (position < text.length() && text.charAt(position) == '.' && isIdentifier(position + 1)) {
            position++;
            skipIdentifier();
        }
        return Identifiers.split(text.substring(start, position));
    }

    private void skipIdentifier() {
        while (isIdentifier(position)) {
            position++;
        }
    }

    private boolean isIdentifier(int index) {
        return index < text.length() && Identifiers.isIdentifierCharacter(text.charAt(index));
    }
}
