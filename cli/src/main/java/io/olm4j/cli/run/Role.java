package io.olm4j.cli.run;

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

    private final String text;

    Role(String text) {
        this.text = text;
    }

    /** As {@code --only} takes it. */
    @Override
    public String toString() {
        return text;
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
                    .orElseThrow(() -> new TypeConversionException(
                            "expected one of %s but was '%s'".formatted(List.of(values()), value)));
        }
    }
}
