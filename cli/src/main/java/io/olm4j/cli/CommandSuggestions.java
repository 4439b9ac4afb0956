package io.olm4j.cli;

import io.olm4j.cli.packages.EditDistance;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Finds the commands that a user may have meant, as whole commands. */
final class CommandSuggestions {

    private CommandSuggestions() {}

    /**
     * The commands that differ from the words by typos only, of which those with the most words; else the commands
     * whose last word is the nearest to what the user wrote.
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
        List<String> lastWords = EditDistance.nearest(
                commands.stream().map(List::getLast).distinct().toList(), typed.get(wrong));
        Stream<List<String>> meant = similar.isEmpty()
                ? commands.stream().filter(command -> lastWords.contains(command.getLast()))
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
            if (i >= typed.size()
                    || EditDistance.nearest(List.of(command.get(i)), typed.get(i))
                            .isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
