package io.olm4j.cli.bundle;

import io.olm4j.cli.command.CommandGroup;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code olm bundle}. */
@Command(
        name = "bundle",
        description = "Checks, shows, renders, packs and unpacks registry+v1 bundles.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
public final class BundleCommand implements CommandGroup {

    @Override
    public List<Class<?>> commands() {
        return List.of(
                BundleRenderCommand.class,
                BundleValidateCommand.class,
                ConfigCommand.class,
                PackCommand.class,
                UnpackCommand.class);
    }
}
