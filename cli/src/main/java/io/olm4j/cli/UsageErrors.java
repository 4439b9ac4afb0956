package io.olm4j.cli;

import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.packages.EditDistance;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports wrong usage in one sentence, and names the help. If an option has a typo, it reports the typo and not the
 * argument that is missing because of it. For an unknown name it suggests the nearest names.
 */
final class UsageErrors implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        ParameterException cause = e instanceof MissingParameterException ? typo(e, arguments) : e;
        CommandSpec failed = cause.getCommandLine().getCommandSpec();
        PrintWriter err = cause.getCommandLine().getErr();
        ErrorLines.print(err, sentence(cause));
        if (isGroupAlone(cause)) {
            cause.getCommandLine().usage(err);
        } else {
            err.println("see: " + failed.qualifiedName(" ") + " --help");
        }
        return failed.exitCodeOnInvalidInput();
    }

    /** Whether only the name of a group of commands was typed, as in {@code olm extension}: its help lists them. */
    private static boolean isGroupAlone(ParameterException e) {
        return !(e instanceof UnmatchedArgumentException)
                && !e.getCommandLine().getSubcommands().isEmpty()
                && e.getCommandLine().getParseResult().originalArgs().stream().noneMatch(word -> word.startsWith("-"));
    }

    private static String sentence(ParameterException e) {
        return e instanceof UnmatchedArgumentException unmatched
                ? unmatched(unmatched.getCommandLine(), unmatched.getUnmatched())
                : WrongValue.sentence(e)
                        .or(() -> MissingArguments.sentence(e))
                        .orElseGet(() -> Failures.clause(String.join(
                                        " ",
                                        String.valueOf(e.getMessage()).lines().toList())
                                .replaceFirst("^Error: ", ""))); // how some messages of picocli begin
    }

    private static String unmatched(CommandLine failed, List<String> words) {
        String first = words.getFirst();
        if (first.startsWith("-")) {
            String option = first.replaceFirst("=.*", "");
            List<String> meant = option.startsWith("--")
                    ? EditDistance.nearest(failed.getCommandSpec().optionsMap().keySet(), option)
                    : List.of();
            return "there is no option " + option + Failures.didYouMean(meant);
        }
        return failed.getSubcommands().isEmpty() ? "unexpected argument \"" + first + "\"" : noCommand(failed, words);
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

    private static String noCommand(CommandLine failed, List<String> words) {
        List<String> typed = new ArrayList<>(
                Stream.of(failed.getCommandSpec().qualifiedName(" ").split(" "))
                        .skip(1)
                        .toList());
        int wrong = typed.size();
        typed.addAll(words);
        return "there is no command \"olm " + String.join(" ", typed.subList(0, wrong + 1)) + "\""
                + Failures.didYouMean(CommandSuggestions.of(Olm.commandLine(), typed, wrong));
    }
}
