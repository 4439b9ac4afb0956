package io.olm4j.cli.versions;

import picocli.CommandLine.Command;

/** {@code olm versions}. */
@Command(
        name = "versions",
        description = "Tests version ranges.",
        subcommands = {MatchCommand.class, VersionsCheckCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class VersionsCommand {}
