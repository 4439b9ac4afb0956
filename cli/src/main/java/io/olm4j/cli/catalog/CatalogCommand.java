package io.olm4j.cli.catalog;

import picocli.CommandLine.Command;

/** {@code olm catalog}. */
@Command(
        name = "catalog",
        description = "Lists the catalogs of a cluster; checks, shows, serves and packs file-based catalogs.",
        subcommands = {
            CatalogValidateCommand.class,
            ListCommand.class,
            GraphCommand.class,
            ServeCommand.class,
            CatalogRenderCommand.class,
            BuildCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class CatalogCommand {}
