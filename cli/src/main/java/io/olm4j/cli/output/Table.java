package io.olm4j.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows in columns, each as wide as its widest cell. */
public final class Table {

    private static final String GAP = "   ";

    private final List<List<String>> rows = new ArrayList<>();
    private final int[] widths;
    private int printed;

    /** @param header the names of the columns, as kubectl writes them, in upper case */
    public Table(String... header) {
        this.widths = new int[header.length];
        addRow(List.of(header));
    }

    /** The first line of a text; empty if it has none. */
    public static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /** Adds a row; there must be a cell for each column, of which the first line is shown. */
    public void addRow(List<String> texts) {
        List<String> cells = texts.stream().map(Table::firstLine).toList();
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], width(cells.get(i)));
        }
        rows.add(cells);
    }

    /** Prints header and rows, the next time only the rows added since; no line has blanks at its end. */
    public void print(PrintWriter out) {
        for (List<String> row : rows.subList(printed, rows.size())) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i))
                        .append(" ".repeat(widths[i] - width(row.get(i))))
                        .append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
        printed = rows.size();
        out.flush();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
