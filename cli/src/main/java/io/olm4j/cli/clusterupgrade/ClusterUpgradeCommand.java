package io.olm4j.cli.clusterupgrade;

import io.olm4j.cli.command.CommandGroup;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code olm cluster-upgrade}. */
@Command(
        name = "cluster-upgrade",
        description = "Checks the installed extensions before you upgrade the cluster.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class ClusterUpgradeCommand implements CommandGroup {

    @Override
    public List<Class<?>> commands() {
        return List.of(ClusterUpgradeCheckCommand.class);
    }
}
