package io.olm4j.cli.catalogchange;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogSpec.AvailabilityMode;
import io.olm4j.cli.manifest.ChangeOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm catalog enable}. */
@Command(
        name = "enable",
        description = {
            "Sets spec.availabilityMode of a ClusterCatalog to Available, and waits until it is served.",
            "It needs the rights to get, list, patch and watch ClusterCatalogs. Exits with 1 if the catalog is not"
                    + " served in time."
        },
        mixinStandardHelpOptions = true)
public final class CatalogEnableCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The ClusterCatalog.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Mixin
    private final ChangeOptions options = new ChangeOptions();

    @Override
    public Integer call() {
        return options.onCluster(this::enable);
    }

    private int enable(KubernetesClient client) {
        var steps = new CatalogSteps(spec.commandLine(), options.output());
        ClusterCatalog catalog = CatalogReads.catalog(client, name);
        options.waiting().requireRight(client, options.output().dryRun(), ClusterCatalog.class, name);
        steps.setAvailability(client, catalog, AvailabilityMode.AVAILABLE, "enabled");
        return steps.await(client, options.waiting(), name);
    }
}
