package io.olm4j.cli.command;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** The lines on standard error that begin with the name of the program. */
public final class ErrorLines {

    private static final String PROGRAM = "olm: ";

    private ErrorLines() {}

    /** Prints a message. */
    public static void print(PrintWriter err, String message) {
        err.println(PROGRAM + message);
    }

    /** Prints a warning: the command goes on. */
    public static void warn(PrintWriter err, String warning) {
        print(err, "warning: " + warning);
    }

    /** Prints a warning: the command goes on. */
    public static void warn(CommandLine command, String warning) {
        warn(command.getErr(), warning);
    }

    /** Prints why the result is negative; returns the exit code for it. */
    public static int fail(CommandLine command, String reason) {
        print(command.getErr(), reason);
        return ExitCode.SOFTWARE;
    }
}
