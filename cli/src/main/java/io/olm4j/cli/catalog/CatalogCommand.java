package io.olm4j.cli.catalog;

import io.olm4j.cli.catalogchange.CatalogAddCommand;
import io.olm4j.cli.catalogchange.CatalogDisableCommand;
import io.olm4j.cli.catalogchange.CatalogEnableCommand;
import io.olm4j.cli.catalogchange.CatalogRefreshCommand;
import io.olm4j.cli.catalogchange.CatalogRemoveCommand;
import io.olm4j.cli.command.CommandGroup;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code olm catalog}. */
@Command(
        name = "catalog",
        description = "Lists, adds, changes and removes the catalogs of a cluster; checks, shows, serves and packs"
                + " file-based catalogs.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class CatalogCommand implements CommandGroup {

    @Override
    public List<Class<?>> commands() {
        return List.of(
                CatalogValidateCommand.class,
                ListCommand.class,
                CatalogAddCommand.class,
                CatalogRemoveCommand.class,
                CatalogEnableCommand.class,
                CatalogDisableCommand.class,
                CatalogRefreshCommand.class,
                GraphCommand.class,
                ServeCommand.class,
                CatalogRenderCommand.class,
                BuildCommand.class);
    }
}
