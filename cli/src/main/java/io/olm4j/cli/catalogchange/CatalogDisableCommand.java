package io.olm4j.cli.catalogchange;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterCatalogSpec.AvailabilityMode;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.manifest.ManifestOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm catalog disable}. */
@Command(
        name = "disable",
        description = {
            "Sets spec.availabilityMode of a ClusterCatalog to Unavailable: it is not served, and no extension uses it."
                    + " What is installed stays.",
            "It needs the rights to get and patch ClusterCatalogs."
        },
        mixinStandardHelpOptions = true)
public final class CatalogDisableCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The ClusterCatalog.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Mixin
    private final ManifestOptions output = new ManifestOptions();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Override
    public Integer call() {
        return connection.use(this::disable);
    }

    private int disable(KubernetesClient client) {
        new CatalogSteps(spec.commandLine(), output)
                .setAvailability(client, CatalogReads.catalog(client, name), AvailabilityMode.UNAVAILABLE, "disabled");
        return ExitCode.OK;
    }
}
