package io.olm4j.cli.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code -o} of every command with results. */
public final class OutputOptions {

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            converter = OutputFormat.Converter.class,
            description = "Print ${COMPLETION-CANDIDATES} instead of text.")
    private @Nullable OutputFormat format;

    /** Options as if they had been read; without a format, people read the output. */
    public static OutputOptions of(Optional<OutputFormat> format) {
        var options = new OutputOptions();
        options.format = format.orElse(null);
        return options;
    }

    /**
     * Prints results: each as it comes where they stand for themselves, otherwise all as one list.
     *
     * @param text prints one of them for people
     * @return the results
     * @throws IOException if they cannot be written
     */
    public <T> List<T> printAll(PrintWriter out, Stream<T> results, BiConsumer<PrintWriter, T> text)
            throws IOException {
        if (isDocument()) {
            List<T> all = results.toList();
            write(out, all);
            out.flush();
            return all;
        }
        List<T> printed = new ArrayList<>();
        for (T result : (Iterable<T>) results::iterator) {
            print(out, result, text);
            printed.add(result);
        }
        return printed;
    }

    /**
     * Prints the only result there is.
     *
     * @param text prints it for people
     * @throws IOException if it cannot be written
     */
    public <T> void print(PrintWriter out, T result, BiConsumer<PrintWriter, T> text) throws IOException {
        if (format == null) {
            text.accept(VisibleText.writer(out), result);
        } else {
            write(out, result);
        }
        out.flush();
    }

    private void write(PrintWriter out, Object value) throws IOException {
        out.print(Documents.text(Objects.requireNonNull(format, "text has no format"), value));
    }

    /** Whether all results become one document, which is there only after the last of them. */
    public boolean isDocument() {
        return format == OutputFormat.JSON || format == OutputFormat.YAML;
    }

    /** Whether people read the output. */
    public boolean isText() {
        return format == null;
    }
}
