package io.olm4j.cli.output;

import java.util.function.Function;

/**
 * A column of a table of results.
 *
 * @param wide whether only {@code -o wide} shows it
 * @param cell the text of the cell; empty is shown as {@code -}
 */
public record Column<T>(String header, boolean wide, Function<T, String> cell) {

    /** A column that is always shown. */
    public static <T> Column<T> of(String header, Function<T, String> cell) {
        return new Column<>(header, false, cell);
    }

    /** A column that only {@code -o wide} shows. */
    public static <T> Column<T> wide(String header, Function<T, String> cell) {
        return new Column<>(header, true, cell);
    }
}
