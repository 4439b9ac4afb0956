package io.olm4j.cli.output;

import io.olm4j.cli.output.ResultFormat.Names;
import io.olm4j.cli.output.ResultFormat.Picked;
import io.olm4j.cli.output.ResultFormat.Structured;
import io.olm4j.cli.output.ResultFormat.TableFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The option {@code -o} of the commands that ask a cluster. */
public final class ResultOptions {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "table",
            converter = ResultFormat.Converter.class,
            completionCandidates = ResultFormat.Words.class,
            description = "One of table, wide, json, yaml, name, jsonpath=TEMPLATE.")
    private ResultFormat format = new TableFormat(false);

    /** Options as if they had been read. */
    public static ResultOptions of(ResultFormat format) {
        var options = new ResultOptions();
        options.format = format;
        return options;
    }

    /**
     * Prints a list.
     *
     * @param columns of the table
     * @param name {@code kind/name} or {@code kind.group/name}, as kubectl prints it, of a result
     * @throws IOException if the list cannot be written
     */
    public <T> void printList(PrintWriter out, List<T> results, List<Column<T>> columns, Function<T, String> name)
            throws IOException {
        switch (format) {
            case TableFormat(boolean wide) -> rows(out, columns, wide).accept(results);
            case Names() -> results.forEach(result -> out.println(VisibleText.onTerminal(name.apply(result))));
            case Structured(OutputFormat structured) -> out.print(Documents.text(structured, results));
            case Picked(JsonPathTemplate template) ->
                out.print(VisibleText.onTerminal(template.fill(Documents.tree(results))));
        }
        out.flush();
    }

    /**
     * Prints one result.
     *
     * @param text prints it for people
     * @param name {@code kind/name} or {@code kind.group/name}, as kubectl prints it, of the result
     * @throws IOException if it cannot be written
     */
    public <T> void printOne(PrintWriter out, T result, BiConsumer<PrintWriter, T> text, String name)
            throws IOException {
        switch (format) {
            case TableFormat _ -> text.accept(VisibleText.writer(out), result);
            case Names() -> out.println(VisibleText.onTerminal(name));
            case Structured(OutputFormat structured) -> out.print(Documents.text(structured, result));
            case Picked(JsonPathTemplate template) ->
                out.print(VisibleText.onTerminal(template.fill(Documents.tree(result))));
        }
        out.flush();
    }

    /** Whether people read the output. */
    public boolean isForPeople() {
        return format instanceof TableFormat;
    }

    /** Where text for people goes: standard output is for the result if that is wanted in another format. */
    public PrintWriter people(PrintWriter out, PrintWriter err) {
        return VisibleText.writer(isForPeople() ? out : err);
    }

    /**
     * A printer of results as they come: rows of one table, or a line or a document for each.
     *
     * @param columns of the table
     * @param name {@code kind/name} or {@code kind.group/name}, as kubectl prints it, of a result
     * @return throws an {@link UncheckedIOException} if the results cannot be written
     */
    public <T> Consumer<List<T>> stream(PrintWriter out, List<Column<T>> columns, Function<T, String> name) {
        return format instanceof TableFormat(boolean wide)
                ? rows(out, columns, wide)
                : results -> results.forEach(result -> printNext(out, result, name.apply(result)));
    }

    /** Documents in one stream: YAML needs a mark before each. */
    private <T> void printNext(PrintWriter out, T result, String name) {
        if (format instanceof Structured(OutputFormat structured) && structured == OutputFormat.YAML) {
            out.println("---");
        }
        try {
            printOne(out, result, (_, _) -> {}, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> Consumer<List<T>> rows(PrintWriter out, List<Column<T>> columns, boolean wide) {
        List<Column<T>> shown =
                columns.stream().filter(column -> wide || !column.wide()).toList();
        var table = new Table(shown.stream().map(Column::header).toArray(String[]::new));
        return results -> {
            results.forEach(result -> table.addRow(shown.stream()
                    .map(column -> column.cell().apply(result))
                    .map(cell -> cell.isEmpty() ? "-" : cell)
                    .toList()));
            table.print(out);
        };
    }
}
