package io.olm4j.cli.clusterupgrade;

import picocli.CommandLine.Command;

/** {@code olm cluster-upgrade}. */
@Command(
        name = "cluster-upgrade",
        description = "Looks at the installed extensions before the cluster is upgraded.",
        subcommands = CheckCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class ClusterUpgradeCommand {}
