package io.olm4j.cli.output;

import java.io.Console;
import java.util.Optional;

/** The terminal of the user. */
public final class Terminal {

    private Terminal() {}

    /** Whether standard input and output are a terminal. */
    public static boolean isPresent() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}
