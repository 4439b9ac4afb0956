package io.olm4j.cli.clusterupgrade;

import picocli.CommandLine.Command;

/** {@code olm cluster-upgrade}. */
@Command(
        name = "cluster-upgrade",
        description = "Checks the installed extensions before you upgrade the cluster.",
        subcommands = ClusterUpgradeCheckCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class ClusterUpgradeCommand {}
