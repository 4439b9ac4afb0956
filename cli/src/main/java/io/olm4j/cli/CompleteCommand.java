package io.olm4j.cli;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.olm4j.api.OlmApi;
import io.olm4j.cli.clustercatalog.PackageNames;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.ConnectionOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm __complete}, which the completion script calls: the names of a kind, or nothing after two seconds. */
@Command(
        name = "__complete",
        hidden = true,
        description = "Prints the names that the completion of the shell offers. It needs the right to list them.",
        mixinStandardHelpOptions = true)
final class CompleteCommand implements Runnable {

    private static final int LIMIT_SECONDS = 2;

    /** A name that means nothing to a shell. The authors of catalogs choose the names of packages. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@/+-]*");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "PLURAL", description = "clusterextensions, clustercatalogs, packages or contexts.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String plural;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Override
    public void run() {
        names().stream()
                .filter(NAME.asMatchPredicate())
                .forEach(spec.commandLine().getOut()::println);
        spec.commandLine().getOut().flush();
    }

    private List<String> names() {
        try {
            if (plural.equals("contexts")) {
                return connection.contexts();
            }
            return connection.use(client -> switch (plural) {
                case "packages" ->
                    PackageNames.ofUser(client.getConfiguration().getMasterUrl())
                            .read();
                default ->
                    CompletableFuture.supplyAsync(
                                    () -> names(client),
                                    task -> Thread.ofVirtual().start(task))
                            .completeOnTimeout(List.of(), LIMIT_SECONDS, TimeUnit.SECONDS)
                            .join();
            });
        } catch (OlmException | CompletionException e) {
            return List.of(); // A message would stand in the middle of the line that the user types.
        }
    }

    private List<String> names(KubernetesClient client) {
        ResourceDefinitionContext kind = new ResourceDefinitionContext.Builder()
                .withGroup(OlmApi.GROUP)
                .withVersion(OlmApi.VERSION)
                .withPlural(plural)
                .withNamespaced(false)
                .build();
        return client.genericKubernetesResources(kind).list().getItems().stream()
                .map(object -> object.getMetadata().getName())
                .toList();
    }
}
