package io.olm4j.cli.versions;

import picocli.CommandLine.Command;

/** {@code olm versions}. */
@Command(
        name = "versions",
        description = "Tries out version ranges.",
        subcommands = {MatchCommand.class, CheckCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class VersionsCommand {}
