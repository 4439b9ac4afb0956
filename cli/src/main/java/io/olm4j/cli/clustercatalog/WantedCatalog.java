package io.olm4j.cli.clustercatalog;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.OlmException;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --catalog} of the commands that ask the catalogs of a cluster. */
public final class WantedCatalog {

    @Option(names = "--catalog", paramLabel = "NAME", description = "Only this ClusterCatalog. Default: all.")
    private Optional<String> name = Optional.empty();

    /** Whether the user names a catalog. */
    public boolean isGiven() {
        return name.isPresent();
    }

    /**
     * Reads the catalog that is wanted, or all. Names the catalogs that cannot be read.
     *
     * @param err for warnings
     * @throws OlmException if the catalog that is wanted does not exist, or is disabled
     */
    public ServedCatalogs open(KubernetesClient client, PrintWriter err) {
        ServedCatalogs served = ServedCatalogs.open(
                client,
                catalog -> name.map(catalog.getMetadata().getName()::equals).orElse(true));
        if (name.isPresent() && served.catalogs().isEmpty()) {
            served.close();
            throw new OlmException(
                    "there is no ClusterCatalog " + name.get() + ": \"olm catalog list\" shows the names");
        }
        if (name.isPresent() && served.catalogs().getFirst().catalog().isDisabled()) {
            served.close();
            throw new OlmException("ClusterCatalog " + name.get() + " is disabled: \"olm catalog enable " + name.get()
                    + "\" enables it");
        }
        served.catalogs().stream()
                .flatMap((CatalogReading reading) -> reading.problem().stream())
                .forEach(problem -> ErrorLines.warn(err, problem));
        err.flush();
        return served;
    }
}
