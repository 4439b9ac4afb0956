package io.olm4j.cli.output;

import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** The width of the terminal, which limits the lines that people read. */
final class TerminalWidth {

    /** A smaller value of the variable is not a width. */
    private static final int LEAST = 40;

    private TerminalWidth() {}

    /** The columns of the terminal; none if the output goes elsewhere. */
    static Optional<Integer> current() {
        if (Terminal.console().isEmpty()) {
            return Optional.empty();
        }
        return columns(Optional.ofNullable(System.getenv("COLUMNS"))).or(() -> Optional.of(asked()));
    }

    static Optional<Integer> columns(Optional<String> variable) {
        return variable.filter(text -> text.matches("[0-9]{1,6}"))
                .map(Integer::valueOf)
                .filter(columns -> columns >= LEAST);
    }

    /** The width that picocli finds out for the help of a command. */
    private static int asked() {
        return CommandSpec.create().usageMessage().autoWidth(true).width();
    }
}
