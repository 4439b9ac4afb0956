package io.olm4j.cli.packages;

import io.olm4j.cli.command.CommandGroup;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code olm package}. */
@Command(
        name = "package",
        description = "Shows the packages that the catalogs of a cluster offer.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class PackageCommand implements CommandGroup {

    @Override
    public List<Class<?>> commands() {
        return List.of(PackageShowCommand.class);
    }
}
