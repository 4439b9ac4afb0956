package io.olm4j.cli.extension;

import picocli.CommandLine.Command;

/** {@code olm extension}. */
@Command(
        name = "extension",
        description = "Shows the ClusterExtensions of a cluster, and approves their upgrades.",
        subcommands = {
            ExtensionListCommand.class,
            ExtensionDescribeCommand.class,
            ExtensionExplainCommand.class,
            ExtensionHistoryCommand.class,
            ExtensionDiffCommand.class,
            ExtensionWaitCommand.class,
            ExtensionApproveCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class ExtensionCommand {}
