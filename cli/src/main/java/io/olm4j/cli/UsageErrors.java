package io.olm4j.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports wrong usage: a typo in an option before what is missing because of it, and for a command that does not exist
 * the whole commands that were meant.
 *
 * @param others reports all other errors
 */
record UsageErrors(IParameterExceptionHandler others) implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException e, String[] arguments) throws Exception {
        ParameterException cause = e instanceof MissingParameterException ? typo(e, arguments) : e;
        if (cause instanceof UnmatchedArgumentException unmatched) {
            String first = unmatched.getUnmatched().getFirst();
            if (first.startsWith("-")) {
                return others.handleParseException(
                        new UnmatchedArgumentException(unmatched.getCommandLine(), List.of(first)), arguments);
            }
            if (suggest(unmatched)) {
                return unmatched.getCommandLine().getCommandSpec().exitCodeOnInvalidInput();
            }
        }
        return others.handleParseException(cause, arguments);
    }

    /** The first option that does not exist, or the error itself if all exist. */
    private static ParameterException typo(ParameterException e, String[] arguments) {
        CommandLine again = Olm.commandLine(arguments)
                .setOut(e.getCommandLine().getOut())
                .setErr(e.getCommandLine().getErr())
                .setUnmatchedArgumentsAllowed(true);
        collectErrors(again);
        Optional<ParseResult> parsed = Optional.of(again.parseArgs(arguments));
        while (parsed.isPresent()) {
            ParseResult result = parsed.get();
            for (String unmatched : result.unmatched()) {
                if (unmatched.startsWith("-")) {
                    return new UnmatchedArgumentException(result.commandSpec().commandLine(), List.of(unmatched));
                }
            }
            parsed = Optional.ofNullable(result.subcommand());
        }
        return e;
    }

    private static void collectErrors(CommandLine command) {
        command.getCommandSpec().parser().collectErrors(true);
        command.getSubcommands().values().forEach(UsageErrors::collectErrors);
    }

    /** Whether there is something to suggest. */
    private static boolean suggest(UnmatchedArgumentException e) {
        CommandLine failed = e.getCommandLine();
        if (failed.getSubcommands().isEmpty()) {
            return false;
        }
        List<String> typed = new ArrayList<>(
                Stream.of(failed.getCommandSpec().qualifiedName(" ").split(" "))
                        .skip(1)
                        .toList());
        int wrong = typed.size();
        typed.addAll(e.getUnmatched());
        List<String> commands = CommandSuggestions.of(Olm.commandLine(), typed, wrong);
        if (commands.isEmpty()) {
            return false;
        }
        PrintWriter err = failed.getErr();
        err.println("olm: there is no command \"olm " + String.join(" ", typed.subList(0, wrong + 1)) + "\"");
        err.println("Did you mean: " + String.join(", or ", commands) + "?");
        return true;
    }
}
