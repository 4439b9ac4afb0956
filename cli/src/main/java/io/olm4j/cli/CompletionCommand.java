package io.olm4j.cli;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code olm completion}. */
@Command(
        name = "completion",
        description = {"Prints a completion script for bash and zsh.", "Load it with: source <(olm completion)"},
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(AutoComplete.bash("olm", Olm.commandLine()));
        out.flush();
    }
}
