package io.olm4j.cli.bundle;

import picocli.CommandLine.Command;

/** {@code olm bundle}. */
@Command(
        name = "bundle",
        description = "Checks, shows, renders, packs and unpacks registry+v1 bundles.",
        subcommands = {
            BundleRenderCommand.class,
            BundleValidateCommand.class,
            ConfigCommand.class,
            PackCommand.class,
            UnpackCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class BundleCommand {}
