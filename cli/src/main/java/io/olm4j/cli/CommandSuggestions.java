package io.olm4j.cli;

import io.olm4j.cli.packages.EditDistance;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Finds the commands that a user may have meant, as whole commands. */
final class CommandSuggestions {

    private static final int LONG_WORD = 5;

    private CommandSuggestions() {}

    /**
     * The commands that differ from the words by typos only, of which those with the most words; else the commands
     * whose last word the user wrote.
     *
     * @param olm the whole command line
     * @param typed the words that the user wrote
     * @param wrong the index of the first unknown word
     */
    static List<String> of(CommandLine olm, List<String> typed, int wrong) {
        List<List<String>> commands = new ArrayList<>();
        collect(olm, List.of(), commands);
        List<List<String>> similar = commands.stream()
                .filter(command -> command.size() > wrong && isSimilar(command, typed))
                .toList();
        int longest = similar.stream().mapToInt(List::size).max().orElse(0);
        Stream<List<String>> meant = similar.isEmpty()
                ? commands.stream().filter(command -> command.getLast().equals(typed.get(wrong)))
                : similar.stream().filter(command -> command.size() == longest);
        return meant.map(command -> "olm " + String.join(" ", command)).toList();
    }

    private static void collect(CommandLine parent, List<String> words, List<List<String>> commands) {
        parent.getSubcommands().forEach((name, command) -> {
            if (!command.getCommandSpec().usageMessage().hidden()) {
                List<String> all =
                        Stream.concat(words.stream(), Stream.of(name)).toList();
                commands.add(all);
                collect(command, all, commands);
            }
        });
    }

    private static boolean isSimilar(List<String> command, List<String> typed) {
        for (int i = 0; i < command.size(); i++) {
            if (i >= typed.size() || !isSimilar(command.get(i), typed.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSimilar(String name, String word) {
        return EditDistance.isAtMost(name, word, name.length() < LONG_WORD ? 1 : 2)
                || (word.length() > 1 && name.startsWith(word));
    }
}
