package io.olm4j.cli.bundle;

import picocli.CommandLine.Command;

/** {@code olm bundle}. */
@Command(
        name = "bundle",
        description = "Packs registry+v1 bundles.",
        subcommands = PackCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class BundleCommand {}
