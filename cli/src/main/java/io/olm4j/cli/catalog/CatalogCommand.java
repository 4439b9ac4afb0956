package io.olm4j.cli.catalog;

import picocli.CommandLine.Command;

/** {@code olm catalog}. */
@Command(
        name = "catalog",
        description = "Checks, shows and makes file-based catalogs.",
        subcommands = {ValidateCommand.class, ListCommand.class, RenderCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class CatalogCommand {}
