package io.olm4j.cli;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code olm help}. */
@Command(
        name = "help",
        description = "Shows the help of a command, as its option --help does.",
        mixinStandardHelpOptions = true)
final class HelpCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "The words of the command, such as: catalog list. Default: olm itself.")
    private List<String> words = List.of();

    @Override
    public void run() {
        CommandLine command = Olm.commandLine()
                .setOut(spec.commandLine().getOut())
                .setErr(spec.commandLine().getErr());
        for (int i = 0; i < words.size(); i++) {
            CommandLine parent = command;
            List<String> rest = words.subList(i, words.size());
            command = Optional.ofNullable(parent.getSubcommands().get(words.get(i)))
                    .orElseThrow(() -> new UnmatchedArgumentException(parent, rest));
        }
        command.usage(command.getOut());
    }
}
