package io.olm4j.cli.output;

import java.io.Console;
import java.io.IOException;
import java.util.Optional;

/** The terminal of the user. */
public final class Terminal {

    private Terminal() {}

    /** Whether standard input is a terminal, wherever the output goes. */
    public static boolean isInput() {
        return isTerminal(0);
    }

    /** Whether standard error is a terminal. */
    public static boolean isError() {
        return isTerminal(2);
    }

    /** The console; empty unless standard input and output are a terminal. */
    public static Optional<Console> console() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal);
    }

    /** Java only tells whether standard input and output are both a terminal. */
    private static boolean isTerminal(int descriptor) {
        try {
            return new ProcessBuilder("test", "-t", String.valueOf(descriptor))
                            .inheritIO()
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
}
