package io.olm4j.cli.catalogchange;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.manifest.ManifestOptions;
import io.olm4j.controller.catalog.SelectedCatalogs;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm catalog refresh}. */
@Command(
        name = "refresh",
        description = {
            "Makes catalogd look up the image of a ClusterCatalog at once, without waiting for the next poll: it sets"
                    + " the annotation " + Annotations.REFRESH_REQUESTED + " to the time.",
            "It needs the rights to get and patch ClusterCatalogs. Exits with 1 if a look-up cannot find anything new:"
                    + " the catalog is disabled, or its image is named by a digest."
        },
        mixinStandardHelpOptions = true)
public final class CatalogRefreshCommand implements Callable<Integer> {

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

    private final Clock clock = Clock.systemUTC();

    @Override
    public Integer call() {
        return connection.use(this::refresh);
    }

    private int refresh(KubernetesClient client) {
        ClusterCatalog catalog = CatalogReads.catalog(client, name);
        if (SelectedCatalogs.isDisabled(catalog)) {
            return refuse("it is disabled: enable it by \"olm catalog enable " + name + "\"");
        }
        if (CatalogReads.isOfDigest(catalog)) {
            return refuse("its image is named by a digest, which always names the same content");
        }
        String now = clock.instant().toString();
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.withObject("/metadata/annotations").put(Annotations.REFRESH_REQUESTED, now);
        var steps = new CatalogSteps(spec.commandLine(), output);
        steps.patch(client, catalog, patch);
        steps.print(
                CatalogManifest.withAnnotation(catalog, Annotations.REFRESH_REQUESTED, now),
                name + ": catalogd looks up the image now; \"olm catalog list\" shows what it serves");
        return ExitCode.OK;
    }

    private int refuse(String reason) {
        spec.commandLine().getErr().println("olm: " + name + " was not refreshed: " + reason);
        return ExitCode.SOFTWARE;
    }
}
