package io.olm4j.cli.catalogchange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.manifest.ChangeOptions;
import io.olm4j.cli.manifest.ManifestSender;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm catalog add}. */
@Command(
        name = "add",
        description = {
            "Creates a ClusterCatalog of a catalog image, and waits until it is served.",
            "It needs the rights to get, list, create and watch ClusterCatalogs. Exits with 1 if the catalog is not"
                    + " served in time, or if the image is not a catalog; the ClusterCatalog then stays."
        },
        mixinStandardHelpOptions = true)
public final class CatalogAddCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "The name of the ClusterCatalog.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Parameters(
            index = "1",
            paramLabel = "IMAGE",
            description = "The catalog image: with its registry, and with a tag or a digest.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String image;

    @Option(
            names = "--priority",
            paramLabel = "N",
            defaultValue = "0",
            description = "The highest priority wins where several catalogs have a package. Default: ${DEFAULT-VALUE}.")
    private int priority;

    @Option(
            names = "--poll-interval",
            paramLabel = "MINUTES",
            description = "How often catalogd looks whether the tag names another image. Default: only"
                    + " when a replica of catalogd begins to lead.")
    private Optional<Long> pollInterval = Optional.empty();

    @Option(
            names = "--label",
            paramLabel = "KEY=VALUE",
            description = "A label, by which extensions may select the catalog. May be repeated.")
    private Map<String, String> labels = Map.of();

    @Mixin
    private final ChangeOptions options = new ChangeOptions();

    @Override
    public Integer call() {
        return options.onCluster(this::add);
    }

    private int add(KubernetesClient client) {
        CatalogReads.find(client, name).ifPresent(_ -> {
            throw new OlmException("ClusterCatalog " + name
                    + " exists: choose another name, or remove it by \"olm catalog remove " + name + "\"");
        });
        ObjectNode manifest = CatalogManifest.of(CatalogManifest.catalog(name, image, priority, pollInterval, labels));
        options.waiting().requireRight(client, options.output().dryRun(), ClusterCatalog.class, name);
        var _ = new ManifestSender(client, options.output().dryRun()).send(List.of(manifest));
        options.output().print(spec.commandLine(), manifest, name + ": added");
        return new CatalogSteps(spec.commandLine(), options.output()).await(client, options.waiting(), name);
    }
}
