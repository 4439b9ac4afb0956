package io.olm4j.versionranges;

import java.util.Arrays;

/** A rewritten text that still knows which column of the original each of its characters came from. */
final class MappedText {
    private final String text;

    /** For each character and for the end: the column in the original, counted from 1. */
    private final int[] columns;

    private MappedText(String text, int[] columns) {
        this.text = text;
        this.columns = columns;
    }

    static MappedText of(String text) {
        var columns = new int[text.length() + 1];
        Arrays.setAll(columns, i -> i + 1);
        return new MappedText(text, columns);
    }

    String text() {
        return text;
    }

    int columnAt(int index) {
        return columns[index];
    }

    /**
     * Puts another text in the place of some characters; the new characters count as standing where the old ones began.
     */
    MappedText replace(int start, int end, String replacement) {
        var result = new int[columns.length - (end - start) + replacement.length()];
        System.arraycopy(columns, 0, result, 0, start);
        Arrays.fill(result, start, start + replacement.length(), columns[start]);
        System.arraycopy(columns, end, result, start + replacement.length(), columns.length - end);
        return new MappedText(text.substring(0, start) + replacement + text.substring(end), result);
    }
}
