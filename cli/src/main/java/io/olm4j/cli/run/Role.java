package io.olm4j.cli.run;

import io.olm4j.cli.command.Failures;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What a process does for a cluster. */
enum Role {
    OPERATOR_CONTROLLER("operator-controller"),
    CATALOGD("catalogd");

    /** Short for operator-controller. */
    private static final String CONTROLLER = "controller";

    private static final List<String> NAMES = List.of("operator-controller", CONTROLLER, "catalogd");

    private final String text;

    Role(String text) {
        this.text = text;
    }

    /** As {@code --only} takes it. */
    @Override
    public String toString() {
        return text;
    }

    /** The values, for the help and the completion of the shell. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return NAMES.iterator();
        }
    }

    /** Reads the option. */
    static final class Converter implements ITypeConverter<Role> {

        @Override
        public Role convert(String value) {
            if (value.equals(CONTROLLER)) {
                return OPERATOR_CONTROLLER;
            }
            return Stream.of(values())
                    .filter(role -> role.text.equals(value))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(Failures.notOneOf(value, NAMES)));
        }
    }
}
