package io.olm4j.cli.catalogchange;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.clustercatalog.CatalogReading;
import io.olm4j.cli.clustercatalog.ServedCatalogs;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.kube.ApiFailures;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.kube.NamedObjects;
import io.olm4j.cli.manifest.Confirmation;
import io.olm4j.cli.manifest.DeletionRequest;
import io.olm4j.cli.manifest.DryRunOption;
import io.olm4j.cli.manifest.WaitOptions;
import io.olm4j.cli.output.ResultOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm catalog remove}. */
@Command(
        name = "remove",
        description = {
            "Deletes a ClusterCatalog. What was installed from it stays; the command names the extensions that will get"
                    + " no more updates, and asks.",
            "It needs the rights to get, list, delete and watch ClusterCatalogs. To name the extensions, it needs the"
                    + " rights to list ClusterExtensions and those of \"olm catalog list\". Exits with 1 if you do"
                    + " not confirm it, or if the catalog is not gone in time."
        },
        mixinStandardHelpOptions = true)
public final class CatalogRemoveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The ClusterCatalog.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Mixin
    private final Confirmation confirmation = new Confirmation();

    @Mixin
    private final DryRunOption dryRun = new DryRunOption();

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ResultOptions output;

    /**
     * What a removal means.
     *
     * @param unknown why not all users are known
     */
    private record Removal(String name, List<CatalogUser> users, Optional<String> unknown) {}

    /** What was found, and the exit code. */
    private record End(Removal removal, int code) {}

    @Override
    public Integer call() throws IOException {
        End end = connection.use(this::remove);
        if (!output.isForPeople()) {
            output.printOne(
                    spec.commandLine().getOut(),
                    end.removal(),
                    (_, _) -> {},
                    NamedObjects.qualified(ClusterCatalog.class, name));
        }
        return end.code();
    }

    private End remove(KubernetesClient client) {
        PrintWriter people =
                output.people(spec.commandLine().getOut(), spec.commandLine().getErr());
        ClusterCatalog catalog = CatalogReads.catalog(client, name);
        Removal removal = removal(client, catalog);
        removal.users().forEach(user -> people.println("  " + user));
        removal.unknown().ifPresent(reason -> people.println(name + ": it is not known " + reason));
        people.flush();
        waiting.requireRight(client, dryRun.value(), ClusterCatalog.class, name);
        if (dryRun.value().writes()) {
            Optional<String> refusal = confirmation.refusal("Remove the catalog " + name + "?");
            if (refusal.isPresent()) {
                return new End(removal, ErrorLines.fail(spec.commandLine(), refusal.get()));
            }
        }
        new DeletionRequest(catalog, false).send(client, dryRun.value());
        if (dryRun.value().writes() && waiting.waits() && !isGone(client, catalog)) {
            String late = name + " was not deleted within " + waiting.timeout().toSeconds()
                    + " s: catalogd deletes its content first, see \"olm doctor\"";
            return new End(removal, ErrorLines.fail(spec.commandLine(), late));
        }
        boolean isGone = waiting.waits() || !dryRun.value().writes();
        people.println(name
                + (isGone ? ": removed" : ": is being removed")
                + dryRun.value().mark());
        people.flush();
        return new End(removal, ExitCode.OK);
    }

    private static Removal removal(KubernetesClient client, ClusterCatalog catalog) {
        String name = catalog.getMetadata().getName();
        try (ServedCatalogs served = ServedCatalogs.open(client)) {
            Optional<String> problem = served.catalogs().stream()
                    .filter(reading -> reading.name().equals(name))
                    .flatMap(reading -> reading.problem().stream())
                    .findFirst()
                    .or(() -> catalog.isDisabled() && served.packages(name).isEmpty()
                            ? Optional.of("it is disabled")
                            : Optional.empty());
            return new Removal(
                    name,
                    CatalogUser.of(
                            catalog,
                            client.resources(ClusterExtension.class).list().getItems(),
                            served.catalogs().stream()
                                    .map(CatalogReading::catalog)
                                    .toList(),
                            served.catalogs().stream()
                                    .filter(reading -> reading.problem().isPresent())
                                    .map(CatalogReading::name)
                                    .collect(Collectors.toSet()),
                            served::packages),
                    problem.map(reason -> "which extensions use the catalog, because " + reason));
        } catch (KubernetesClientException e) {
            return new Removal(
                    name, List.of(), Optional.of("which extensions use the catalog: " + ApiFailures.describe(e)));
        }
    }

    private boolean isGone(KubernetesClient client, ClusterCatalog catalog) {
        String uid = catalog.getMetadata().getUid();
        try {
            var _ = client.resources(ClusterCatalog.class)
                    .withName(name)
                    .waitUntilCondition(
                            live -> live == null || !live.getMetadata().getUid().equals(uid),
                            waiting.timeout().toMillis(),
                            TimeUnit.MILLISECONDS);
            return true;
        } catch (KubernetesClientTimeoutException e) {
            return false;
        }
    }
}
