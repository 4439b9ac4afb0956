package io.olm4j.cli;

import io.olm4j.cli.command.CommandGroup;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Adds commands to a command line, with the commands of each {@link CommandGroup}. */
final class CommandTree {

    private CommandTree() {}

    /** Adds all commands. */
    static void addAll(CommandLine parent, List<Class<?>> commands) {
        for (Class<?> command : commands) {
            CommandLine added = add(parent, command);
            addAll(added, group(added));
        }
    }

    /**
     * Adds only the commands that these words need, because reading all of them takes half of the start-up time. A name
     * needs its own command. Without a name, or with {@code --help} in its place, help shows the names and descriptions
     * of all commands. Anything else is wrong usage, which needs all commands.
     *
     * @param words what was typed after the name of the parent
     */
    static void addNeeded(CommandLine parent, List<Class<?>> commands, List<String> words) {
        Optional<Class<?>> named = words.stream()
                .findFirst()
                .flatMap(word -> commands.stream()
                        .filter(command -> name(command).equals(word))
                        .findFirst());
        if (named.isPresent()) {
            CommandLine added = add(parent, named.get());
            addNeeded(added, group(added), words.subList(1, words.size()));
        } else if (words.size() <= 1) {
            commands.forEach(command -> addToHelp(parent, command.getAnnotation(Command.class)));
        } else {
            addAll(parent, commands);
        }
    }

    private static CommandLine add(CommandLine parent, Class<?> command) {
        var added = new CommandLine(command);
        parent.addSubcommand(added);
        return added;
    }

    /** Adds what the help of the parent shows of a command. */
    private static void addToHelp(CommandLine parent, Command command) {
        CommandSpec shown = CommandSpec.create();
        shown.usageMessage().description(command.description()).hidden(command.hidden());
        parent.addSubcommand(command.name(), shown);
    }

    private static List<Class<?>> group(CommandLine command) {
        return command.getCommand() instanceof CommandGroup group ? group.commands() : List.of();
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }
}
