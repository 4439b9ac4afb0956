package io.olm4j.cli.output;

import com.jayway.jsonpath.InvalidPathException;
import io.olm4j.cli.command.Failures;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How results about a cluster are printed: the values of {@code -o} that kubectl has. */
public sealed interface ResultFormat {

    /** Columns for people. */
    record TableFormat(boolean wide) implements ResultFormat {}

    /** All that is known, as one document. */
    record Structured(OutputFormat format) implements ResultFormat {}

    /** A line for each result: {@code kind/name}, with the group behind the kind if there is one. */
    record Names() implements ResultFormat {}

    /** What a template picks. */
    record Picked(JsonPathTemplate template) implements ResultFormat {}

    /** The values, for the completion of the shell. */
    final class Words implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of("table", "wide", "json", "yaml", "name", "jsonpath=")
                    .iterator();
        }
    }

    /** Reads the value of {@code -o}. */
    final class Converter implements ITypeConverter<ResultFormat> {

        private static final String JSONPATH = "jsonpath=";

        @Override
        public ResultFormat convert(String value) {
            if (value.startsWith(JSONPATH)) {
                try {
                    return new Picked(JsonPathTemplate.parse(value.substring(JSONPATH.length())));
                } catch (InvalidPathException | IllegalArgumentException e) {
                    throw new TypeConversionException("\"" + value + "\" is not a template: " + e.getMessage());
                }
            }
            return switch (value) {
                case "table" -> new TableFormat(false);
                case "wide" -> new TableFormat(true);
                case "json" -> new Structured(OutputFormat.JSON);
                case "yaml" -> new Structured(OutputFormat.YAML);
                case "name" -> new Names();
                default ->
                    throw new TypeConversionException(Failures.notOneOf(
                            value, List.of("table", "wide", "json", "yaml", "name", "jsonpath=TEMPLATE")));
            };
        }
    }
}
