package io.olm4j.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What a run of a command gave.
 *
 * @param exitCode of the process, if it had been one
 */
public record CommandRun(int exitCode, String out, String err) {

    /** Runs a command in this process. */
    public static CommandRun olm(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Olm.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }
}
