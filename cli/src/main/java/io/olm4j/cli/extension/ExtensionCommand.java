package io.olm4j.cli.extension;

import picocli.CommandLine.Command;

/** {@code olm extension}. */
@Command(
        name = "extension",
        description =
                "Shows the ClusterExtensions of a cluster, approves their upgrades, and goes back to earlier versions.",
        subcommands = {
            ExtensionListCommand.class,
            ExtensionDescribeCommand.class,
            ExtensionExplainCommand.class,
            ExtensionHistoryCommand.class,
            ExtensionDiffCommand.class,
            ExtensionWaitCommand.class,
            ExtensionApproveCommand.class,
            ExtensionRollbackCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class ExtensionCommand {}
