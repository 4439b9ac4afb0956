package io.olm4j.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ParameterException;

/**
 * Says which arguments are missing or exclude each other, in the words of the other messages. Only picocli's sentences
 * name all of them: its exceptions leave out the members of groups.
 */
final class MissingArguments {

    /** What is said of a command that has only subcommands. */
    static final String NO_COMMAND = "a command is missing";

    private static final Pattern ONE_OF =
            Pattern.compile("(?:Error: )?Missing required argument \\(specify one of these\\): \\((.*)\\)");

    private static final Pattern MISSING =
            Pattern.compile("(?:Error: )?Missing required (?:argument\\(s\\)|parameters?|options?): ([^()]*)");

    private static final Pattern EXCLUSIVE =
            Pattern.compile("(?:Error: )?(.*) are mutually exclusive \\(specify only one\\)");

    private MissingArguments() {}

    /** The sentence; empty if the problem is another one. */
    static Optional<String> sentence(ParameterException e) {
        String message = String.valueOf(e.getMessage());
        if (message.equals("Missing required subcommand")) {
            return Optional.of(NO_COMMAND);
        }
        return matched(ONE_OF, message)
                .map(group -> "give one of " + and(names(group, " \\| ")))
                .or(() -> matched(EXCLUSIVE, message).map(all -> "choose one of " + and(names(all, ", "))))
                .or(() -> matched(MISSING, message).map(all -> missing(names(all, ", "))));
    }

    private static Optional<String> matched(Pattern pattern, String message) {
        Matcher matcher = pattern.matcher(message);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Without picocli's marks of what is quoted, optional or repeated. */
    private static List<String> names(String text, String separator) {
        return Arrays.stream(text.split(separator))
                .map(name -> name.replaceFirst("^\\[(.*)]$", "$1")
                        .replaceFirst("^'(.*)'$", "$1")
                        .replaceFirst("\\.\\.\\.$", ""))
                .toList();
    }

    private static String missing(List<String> names) {
        return and(names) + (names.size() == 1 ? " is missing" : " are missing");
    }

    private static String and(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.getFirst() : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
