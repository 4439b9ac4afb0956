package io.olm4j.cli.versions;

import io.olm4j.cli.command.CommandGroup;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code olm versions}. */
@Command(
        name = "versions",
        description = "Tests version ranges.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class VersionsCommand implements CommandGroup {

    @Override
    public List<Class<?>> commands() {
        return List.of(MatchCommand.class, VersionsCheckCommand.class);
    }
}
