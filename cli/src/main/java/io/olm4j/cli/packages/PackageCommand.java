package io.olm4j.cli.packages;

import picocli.CommandLine.Command;

/** {@code olm package}. */
@Command(
        name = "package",
        description = "Shows the packages that the catalogs of a cluster offer.",
        subcommands = PackageShowCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class PackageCommand {}
