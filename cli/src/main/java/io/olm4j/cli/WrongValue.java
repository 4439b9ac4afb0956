package io.olm4j.cli;

import io.olm4j.cli.command.Failures;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Says which values an option or an argument takes, where picocli names constants and types of the code. */
final class WrongValue {

    private static final String NO_PAIR = " should be in KEY=VALUE";

    private WrongValue() {}

    /** The sentence; empty if it is not the value that is wrong. */
    static Optional<String> sentence(ParameterException e) {
        ArgSpec argument = e.getArgSpec();
        if (argument == null) {
            return Optional.empty();
        }
        String message = String.valueOf(e.getMessage());
        if (argument instanceof OptionSpec option && option.arity().max() == 0) {
            return Optional.of("option '" + option.longestName() + "' takes no value");
        }
        Optional<String> reason = e.getValue() == null ? Optional.empty() : reason(e, argument, message);
        return reason.map(why -> argument instanceof OptionSpec option
                ? "invalid value for option '" + option.longestName() + "': " + why
                : why);
    }

    private static Optional<String> reason(ParameterException e, ArgSpec argument, String message) {
        if (message.contains(NO_PAIR)) {
            return Optional.of(Failures.notOneOf(e.getValue(), pairs(argument.paramLabel())));
        }
        if (!(e.getCause() instanceof TypeConversionException conversion)) {
            return Optional.empty();
        }
        String own = String.valueOf(conversion.getMessage());
        return Optional.of(
                argument.converters().length > 0
                        ? own
                        : ofType(argument.auxiliaryTypes()[0], e.getValue()).orElse(own));
    }

    /** Why a value does not fit a type that picocli converts itself; empty for other types. */
    private static Optional<String> ofType(Class<?> type, String value) {
        if (type.isEnum()) {
            return Optional.of(Failures.notOneOf(value, names(type)));
        }
        return switch (type.getSimpleName()) {
            case "boolean", "Boolean" -> Optional.of(Failures.notOneOf(value, List.of("true", "false")));
            case "int", "Integer", "long", "Long" ->
                Optional.of("\"" + value + "\" "
                        + (value.matches("[+-]?[0-9]+") ? "is too large or too small" : "is not a number"));
            default -> Optional.empty();
        };
    }

    private static List<String> names(Class<?> type) {
        return Stream.of(type.getEnumConstants())
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** {@code NAME=DIR|IMAGE} as NAME=DIR and NAME=IMAGE. */
    private static List<String> pairs(String label) {
        int equals = label.indexOf('=') + 1;
        return Arrays.stream(label.substring(equals).split("\\|"))
                .map(value -> label.substring(0, equals) + value)
                .collect(Collectors.toList());
    }
}
