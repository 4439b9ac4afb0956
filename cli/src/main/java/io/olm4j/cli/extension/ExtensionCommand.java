package io.olm4j.cli.extension;

import io.olm4j.cli.change.ExtensionInstallCommand;
import io.olm4j.cli.change.ExtensionPinCommand;
import io.olm4j.cli.change.ExtensionUninstallCommand;
import io.olm4j.cli.change.ExtensionUnpinCommand;
import io.olm4j.cli.change.ExtensionUpdateCommand;
import io.olm4j.cli.command.CommandGroup;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code olm extension}. */
@Command(
        name = "extension",
        description =
                "Installs, shows, changes and deletes ClusterExtensions of a cluster, approves their upgrades, and goes"
                        + " back to earlier versions.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class ExtensionCommand implements CommandGroup {

    @Override
    public List<Class<?>> commands() {
        return List.of(
                ExtensionListCommand.class,
                ExtensionDescribeCommand.class,
                ExtensionExplainCommand.class,
                ExtensionHistoryCommand.class,
                ExtensionDiffCommand.class,
                ExtensionWaitCommand.class,
                ExtensionApproveCommand.class,
                ExtensionInstallCommand.class,
                ExtensionUpdateCommand.class,
                ExtensionPinCommand.class,
                ExtensionUnpinCommand.class,
                ExtensionRollbackCommand.class,
                ExtensionUninstallCommand.class);
    }
}
