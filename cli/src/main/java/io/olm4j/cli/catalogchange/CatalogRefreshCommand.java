package io.olm4j.cli.catalogchange;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.manifest.ChangeOptions;
import java.time.Clock;
import java.util.Optional;
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
                    + " the annotation " + Annotations.REFRESH_REQUESTED + " to the time, and waits until catalogd"
                    + " serves what it found.",
            "It needs the rights to get, list, patch and watch ClusterCatalogs. Exits with 1 if the image is not"
                    + " found or not served in time, and if a look-up cannot find anything new: the catalog is"
                    + " disabled, or its image is named by a digest."
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
    private final ChangeOptions options = new ChangeOptions();

    private final Clock clock = Clock.systemUTC();

    @Override
    public Integer call() {
        return options.onCluster(this::refresh);
    }

    private int refresh(KubernetesClient client) {
        ClusterCatalog catalog = CatalogReads.catalog(client, name);
        if (catalog.isDisabled()) {
            return refuse("it is disabled: enable it by \"olm catalog enable " + name + "\"");
        }
        if (CatalogReads.isOfDigest(catalog)) {
            return refuse("its image is named by a digest, which always names the same content");
        }
        String now = clock.instant().toString();
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.withObject("/metadata/annotations").put(Annotations.REFRESH_REQUESTED, now);
        var steps = new CatalogSteps(spec.commandLine(), options.output());
        options.waiting().requireRight(client, options.output().dryRun(), ClusterCatalog.class, name);
        steps.patch(client, catalog, patch);
        boolean waits = options.waiting().waits() && options.output().dryRun().writes();
        options.output()
                .print(
                        spec.commandLine(),
                        CatalogManifest.withAnnotation(catalog, Annotations.REFRESH_REQUESTED, now),
                        name + ": catalogd looks up the image now"
                                + (waits ? "" : "; \"olm catalog list\" shows what it serves"));
        return waits ? await(client, catalog, steps) : ExitCode.OK;
    }

    private int await(KubernetesClient client, ClusterCatalog before, CatalogSteps steps) {
        Optional<String> last = Annotations.find(before, Annotations.REFRESH_REQUESTED);
        if (!steps.await(
                client, options.waiting(), name, "refreshed", catalog -> CatalogProgress.ofRefresh(catalog, last))) {
            return ExitCode.SOFTWARE;
        }
        Optional<String> served =
                CatalogReads.catalog(client, name).statusOrEmpty().resolvedRef();
        options.output()
                .people(spec.commandLine())
                .println(name
                        + (served.equals(before.statusOrEmpty().resolvedRef())
                                ? ": served; the image is the same"
                                : ": served; the image is new: " + served.orElse("unknown")));
        return ExitCode.OK;
    }

    private int refuse(String reason) {
        return ErrorLines.fail(spec.commandLine(), name + " was not refreshed: " + reason);
    }
}
