package io.olm4j.cli.change;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.installed.ExtensionRemoval;
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
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension uninstall}. */
@Command(
        name = "uninstall",
        description = {
            "Deletes a ClusterExtension with everything that it installed. The custom resources of all users are"
                    + " deleted with their CustomResourceDefinitions: the command counts them, names the first, and"
                    + " asks.",
            "It needs the rights to get, list, delete and watch ClusterExtensions, to impersonate the service account"
                    + " of the extension, with --keep-definitions to patch it, to list ClusterObjectSets, to get the"
                    + " Secrets of the revisions and their objects, to list the custom resources, and to get the"
                    + " Deployment of operator-controller. It says what it does not know because you may not read it."
                    + " Exits with 1 if you do not confirm it, or if it is not gone in time."
        },
        mixinStandardHelpOptions = true)
public final class ExtensionUninstallCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The ClusterExtension.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @ArgGroup
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Kept kept = new Kept();

    /** What stays. */
    private static final class Kept {
        @Option(
                names = "--keep-definitions",
                description = "Keep the data: the operator goes, its CustomResourceDefinitions and all custom"
                        + " resources stay. Sets the annotation olm4j.io/deletion-policy to KeepDefinitions.")
        private boolean definitions;

        @Option(
                names = "--keep-objects",
                description = "Delete only the ClusterExtension: its revisions and all objects stay, and the operator"
                        + " goes on running.")
        private boolean objects;
    }

    @Mixin
    private final DefaultDeletionOptions byDefault = new DefaultDeletionOptions();

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

    /** What was found, and the exit code. */
    private record End(UninstallReport report, int code) {}

    @Override
    public Integer call() throws IOException {
        End end = connection.use(this::uninstall);
        if (!output.isForPeople()) {
            output.printOne(
                    spec.commandLine().getOut(),
                    end.report(),
                    (_, _) -> {},
                    NamedObjects.qualified(ClusterExtension.class, name));
        }
        return end.code();
    }

    private End uninstall(KubernetesClient client) {
        PrintWriter err = spec.commandLine().getErr();
        PrintWriter people = output.people(spec.commandLine().getOut(), err);
        ClusterExtension found = new ExtensionReads(client).extension(name);
        ClusterExtension extension = kept.definitions ? DefinitionKeeping.marked(found) : found;
        UninstallReport report = UninstallReport.of(client, extension, kept.objects, defaultPolicy(client, extension));
        var page = new UninstallPage(people);
        page.print(report);
        waiting.requireRight(client, dryRun.value(), ClusterExtension.class, name);
        if (dryRun.value().writes()) {
            Optional<String> refusal = confirmation.refusal(question(report));
            if (refusal.isPresent()) {
                return new End(report, ErrorLines.fail(spec.commandLine(), refusal.get()));
            }
        }
        if (!kept.definitions
                && !DeletionPolicy.annotated(new ExtensionReads(client).extension(name))
                        .equals(DeletionPolicy.annotated(found))) {
            throw new OlmException("the annotation " + Annotations.DELETION_POLICY + " of " + name
                    + " has been changed meanwhile, and nothing was deleted: start the command again");
        }
        if (kept.definitions) {
            DefinitionKeeping.send(client, extension, dryRun.value());
        }
        delete(client, found, extension);
        if (!dryRun.value().writes()) {
            people.println(name
                    + (report.waits() ? ": is being deleted" : ": deleted")
                    + dryRun.value().mark());
        } else if (!waiting.waits()) {
            people.println(name + ": is being deleted");
        } else if (new ExtensionRemoval(name, extension.getMetadata().getUid(), waiting.timeout(), err).await(client)) {
            people.println(name + ": deleted");
        } else {
            return new End(report, ExitCode.SOFTWARE);
        }
        page.printRest(report);
        return new End(report, ExitCode.OK);
    }

    private void delete(KubernetesClient client, ClusterExtension found, ClusterExtension extension) {
        try {
            new DeletionRequest(extension, kept.objects).send(client, dryRun.value());
        } catch (KubernetesClientException e) {
            if (!dryRun.value().writes() || DefinitionKeeping.isIn(found) || !kept.definitions) {
                throw e;
            }
            throw new OlmException(ApiFailures.describe(e) + "; " + DefinitionKeeping.rest(name), e);
        }
    }

    /** Only an extension without the annotation needs it. */
    private DefaultPolicy defaultPolicy(KubernetesClient client, ClusterExtension extension) {
        return kept.objects || DeletionPolicy.annotated(extension).isPresent()
                ? DefaultPolicy.UNKNOWN
                : byDefault.find(client);
    }

    private String question(UninstallReport report) {
        if (kept.objects) {
            return "Delete the ClusterExtension " + name + " and keep its objects?";
        }
        return UninstallPage.question(report);
    }
}
