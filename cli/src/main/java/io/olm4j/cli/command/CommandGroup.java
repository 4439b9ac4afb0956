package io.olm4j.cli.command;

import java.util.List;

/**
 * A command that only holds subcommands. The subcommands are not listed in the annotation, because picocli would read
 * all of them at each start.
 */
public interface CommandGroup {

    /** The classes of the commands in the group, in the order of its help. */
    List<Class<?>> commands();
}
