package io.olm4j.cli.demo;

import io.olm4j.cli.cluster.RunningCluster.Step;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** What happened, with times: a line as each step ends, and a table of all at the end. */
final class StepTable {

    private final PrintWriter out;
    private final List<Row> rows = new ArrayList<>();

    StepTable(PrintWriter out) {
        this.out = out;
    }

    private record Row(String step, String result, long millis) {}

    /** Adds a step that was timed elsewhere. */
    void add(Step step) {
        add(new Row(step.name(), "", step.millis()));
    }

    /** Runs a step; what it returns is shown as its result. */
    void time(String step, Supplier<String> work) {
        long start = System.nanoTime();
        String result = work.get();
        add(new Row(step, result, (System.nanoTime() - start) / 1_000_000));
    }

    private void add(Row row) {
        rows.add(row);
        out.println(
                "  " + seconds(row.millis()) + "  " + row.step() + (row.result().isEmpty() ? "" : ": " + row.result()));
        out.flush();
    }

    /** Prints the table. */
    void print(long totalNanos) {
        int stepWidth = rows.stream().mapToInt(row -> row.step().length()).max().orElse(0);
        int resultWidth =
                rows.stream().mapToInt(row -> row.result().length()).max().orElse(0);
        out.println();
        out.printf("%-" + stepWidth + "s  %-" + Math.max(6, resultWidth) + "s  %9s%n", "STEP", "RESULT", "TIME");
        for (Row row : rows) {
            out.printf(
                    "%-" + stepWidth + "s  %-" + Math.max(6, resultWidth) + "s  %9s%n",
                    row.step(),
                    row.result(),
                    seconds(row.millis()).strip());
        }
        out.printf(
                "%-" + stepWidth + "s  %-" + Math.max(6, resultWidth) + "s  %9s%n",
                "all",
                "",
                seconds(totalNanos / 1_000_000).strip());
        out.flush();
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%6.1f s", millis / 1000.0);
    }
}
