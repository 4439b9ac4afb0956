package io.olm4j.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Rows in columns, each as wide as its widest cell, or narrower where the terminal is. */
public final class Table {

    private static final String GAP = "   ";

    /** A message that explains a failure of several objects may have thousands of characters. */
    private static final int MAX_LINE = 500;

    private static final String ITEM = "- ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int[] widths;
    private int printed;
    private Optional<Integer> room = Optional.empty();
    private int kept;

    /** @param header the names of the columns, as kubectl writes them, in upper case */
    public Table(String... header) {
        this.widths = new int[header.length];
        this.kept = header.length;
        addRow(List.of(header));
    }

    /** The first line of a text; empty if it has none. */
    public static String firstLine(String text) {
        return VisibleText.of(text).lines().findFirst().orElse("");
    }

    /** All lines of a text in one, which is shortened if it is long. */
    public static String oneLine(String text) {
        return shortened(joined(text), MAX_LINE);
    }

    /** All lines of a text in one, with the items of a list in it separated, and control characters visible. */
    private static String joined(String cell) {
        String text = VisibleText.of(cell);
        if (text.lines().count() <= 1) {
            return VisibleText.inLine(text.stripTrailing());
        }
        StringBuilder joined = new StringBuilder();
        boolean isAfterItem = false;
        for (String line : text.lines().map(String::strip).toList()) {
            boolean isItem = line.startsWith(ITEM);
            if (!joined.isEmpty() && !line.isEmpty()) {
                boolean endsOpen = joined.charAt(joined.length() - 1) == ':';
                joined.append((isItem || isAfterItem) && !endsOpen ? "; " : " ");
            }
            joined.append(isItem ? line.substring(ITEM.length()) : line);
            isAfterItem = isItem;
        }
        return VisibleText.inLine(joined.toString());
    }

    /** The beginning of a text, and an ellipsis if it has more characters. */
    public static String shortened(String text, int characters) {
        return width(text) <= characters ? text : text.substring(0, text.offsetByCodePoints(0, characters)) + "…";
    }

    /** Adds a row; there must be a cell for each column, whose lines are shown as one. */
    public void addRow(List<String> texts) {
        List<String> cells = texts.stream().map(Table::joined).toList();
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], width(cells.get(i)));
        }
        rows.add(cells);
    }

    /** Shortens the last columns of what is printed from now on, until a row fits the terminal, if there is one. */
    public void fitToTerminal() {
        var _ = fitTo(TerminalWidth.current());
    }

    /**
     * The same, but the first columns stay whole as long as they fit: the others are shortened, and where that is not
     * enough, the last ones are left out.
     *
     * @param first how many columns stay whole
     */
    public void fitToTerminal(int first) {
        var _ = fitTo(TerminalWidth.current(), first);
    }

    Table fitTo(Optional<Integer> columns) {
        return fitTo(columns, widths.length);
    }

    Table fitTo(Optional<Integer> columns, int first) {
        this.room = columns;
        this.kept = first;
        return this;
    }

    /** Prints header and rows, the next time only the rows added since; no line has blanks at its end. */
    public void print(PrintWriter out) {
        int[] shown = shownWidths();
        for (List<String> row : rows.subList(printed, rows.size())) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < shown.length; i++) {
                String cell = cut(row.get(i), shown[i]);
                line.append(cell).append(" ".repeat(shown[i] - width(cell))).append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
        printed = rows.size();
        out.flush();
    }

    /** The last columns get narrower first, but none narrower than its header. */
    private int[] shownWidths() {
        int[] least = rows.getFirst().stream().mapToInt(Table::width).toArray();
        int[] shown = Arrays.copyOf(widths, shownColumns(least));
        int tooMuch = room.map(columns -> total(shown) - columns).orElse(0);
        for (int i = shown.length - 1; i >= 0 && tooMuch > 0; i--) {
            int less = Math.min(tooMuch, shown[i] - least[i]);
            shown[i] -= less;
            tooMuch -= less;
        }
        return shown;
    }

    /** As many columns as fit, if those that are not kept are as narrow as their headers; all that are kept. */
    private int shownColumns(int[] least) {
        int[] narrow = widths.clone();
        System.arraycopy(least, kept, narrow, kept, least.length - kept);
        int count = narrow.length;
        while (count > kept && total(Arrays.copyOf(narrow, count)) > room.orElse(Integer.MAX_VALUE)) {
            count--;
        }
        return count;
    }

    private static int total(int[] columns) {
        return IntStream.of(columns).sum() + GAP.length() * (columns.length - 1);
    }

    private static String cut(String cell, int width) {
        return width(cell) <= width ? cell : shortened(cell, width - 1);
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
