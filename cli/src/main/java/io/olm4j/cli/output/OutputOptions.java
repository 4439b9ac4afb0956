package io.olm4j.cli.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code -o} of every command with results. */
public final class OutputOptions {

    private static final JsonMapper JSON = brief(JsonMapper.builder()
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .build());
    private static final YAMLMapper YAML = brief(YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .build());

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "Print ${COMPLETION-CANDIDATES} instead of text.")
    private @Nullable OutputFormat format;

    private static <M extends ObjectMapper> M brief(M mapper) {
        mapper.setDefaultPropertyInclusion(JsonInclude.Include.NON_EMPTY);
        mapper.registerModule(new Jdk8Module());
        return mapper;
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
        if (format == OutputFormat.JSON || format == OutputFormat.YAML) {
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
            text.accept(out, result);
        } else {
            write(out, result);
        }
        out.flush();
    }

    private void write(PrintWriter out, Object value) throws IOException {
        String text = mapper().writeValueAsString(value);
        out.print(text.endsWith("\n") ? text : text + "\n");
    }

    private ObjectWriter mapper() {
        return switch (format) {
            case YAML -> YAML.writer();
            case JSON -> JSON.writerWithDefaultPrettyPrinter();
            case JSONL -> JSON.writer();
            case null -> throw new IllegalStateException("text has no mapper");
        };
    }

    /** Whether people read the output. */
    public boolean isText() {
        return format == null;
    }
}
