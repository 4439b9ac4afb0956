package io.olm4j.cli.output;

import io.olm4j.cli.command.Failures;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What machines read instead of the text for people. */
public enum OutputFormat {
    /** One JSON document. */
    JSON,
    /** One YAML document. */
    YAML,
    /** A line of JSON for each result. */
    JSONL;

    /** The name as it is given on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the value of {@code -o}, in any case. */
    static final class Converter implements ITypeConverter<OutputFormat> {

        @Override
        public OutputFormat convert(String value) {
            return Stream.of(values())
                    .filter(format -> format.toString().equalsIgnoreCase(value))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(Failures.notOneOf(
                            value,
                            Stream.of(values()).map(OutputFormat::toString).toList())));
        }
    }
}
