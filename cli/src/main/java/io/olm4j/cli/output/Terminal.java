package io.olm4j.cli.output;

import java.io.Console;
import java.io.IOException;
import java.util.Optional;

/** The terminal of the user. */
public final class Terminal {

    private Terminal() {}

    /** Whether standard input is a terminal, wherever the output goes. Java does not tell that. */
    public static boolean isInput() {
        try {
            return new ProcessBuilder("test", "-t", "0")
                            .redirectInput(ProcessBuilder.Redirect.INHERIT)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether standard input and output are a terminal. */
    public static boolean isPresent() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}
