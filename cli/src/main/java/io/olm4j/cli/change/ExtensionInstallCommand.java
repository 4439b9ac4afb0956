package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.Config;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.HelpOption;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.kube.ApiFailures;
import io.olm4j.cli.kube.ResourceNames;
import io.olm4j.cli.manifest.ChangeOptions;
import io.olm4j.cli.manifest.DeclaredObject;
import io.olm4j.cli.manifest.ManifestSender;
import io.olm4j.cli.plan.PlanOptions;
import io.olm4j.cli.plan.ProposedExtension;
import io.olm4j.cli.rbac.PowerfulRights;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension install}. */
@Command(
        name = "install",
        description = {
            "Creates a ClusterExtension for a package, and waits until it is installed.",
            "With --with-rbac it creates the service account too, with exactly the rights that \"olm rbac\" prints for"
                    + " the bundle; it chooses the bundle as the controller does and pulls its image with your"
                    + " credentials.",
            "It needs the rights to get, list, create and watch ClusterExtensions, to impersonate the service account"
                    + " and to get it and its namespace. To check the package, it needs the rights of \"olm search\"."
                    + " With --with-rbac it needs those of \"olm plan\", the rights to create and patch the account and"
                    + " roles, and all rights that it gives to the account. Exits with 1 if no bundle fits, or if it is"
                    + " not installed in time."
        })
public final class ExtensionInstallCommand implements Callable<Integer> {

    /** The authorizer of the API server may see new roles a moment later than the controller checks the account. */
    private static final Duration ROLES_VISIBLE = Duration.ofSeconds(15);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "PACKAGE", description = "The package, as \"olm search\" shows it.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String packageName;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "The name of the ClusterExtension. Default: that of the package.")
    private @Nullable String extensionName;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "Where the operator runs. Default: the name of the ClusterExtension.")
    private @Nullable String givenNamespace;

    @Option(names = "--create-namespace", description = "Create the namespace if it does not exist.")
    private boolean createNamespace;

    @Option(
            names = "--service-account",
            paramLabel = "NAME",
            description = "The service account in the namespace; the bundle is installed with its rights. Default: the"
                    + " name of the ClusterExtension and \"-installer\".")
    private @Nullable String givenAccount;

    @Option(names = "--with-rbac", description = "Create the account with the rights that the bundle needs.")
    private boolean withRbac;

    @Mixin
    private final SelectionOptions selection = new SelectionOptions();

    @Mixin
    private final ConfigurationOptions configuration = new ConfigurationOptions();

    @Mixin
    private final ChangeOptions options = new ChangeOptions();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanOptions controller;

    @Mixin
    @SuppressWarnings({"NullAway.Init", "UnusedVariable"}) // picocli sets and reads it
    private HelpOption help;

    @Override
    public Integer call() throws IOException {
        Optional<Config> config = configuration.read(spec.commandLine());
        return options.onCluster(client -> install(client, config));
    }

    private int install(KubernetesClient client, Optional<Config> config) {
        String name = extensionName == null ? packageName : extensionName;
        String namespace = givenNamespace == null ? name : givenNamespace;
        String account = givenAccount == null ? name + "-installer" : givenAccount;
        ResourceNames.requireNamespace(namespace);
        ResourceNames.requireServiceAccount(account);
        var steps = new ChangeSteps(spec.commandLine(), options.output(), options.waiting());
        checkThatItIsNew(client, name);
        ClusterExtension extension =
                ExtensionManifest.extension(name, namespace, account, selection.of(packageName), config);
        Optional<String> obstacle = steps.obstacle(client, extension);
        if (obstacle.isPresent()) {
            return steps.refuse(obstacle.get());
        }
        checkNamespaceAndAccount(client, namespace, account);
        options.waiting().requireRight(client, options.output().dryRun(), ClusterExtension.class, name);
        List<ObjectNode> manifests = new ArrayList<>();
        if (createNamespace && !(options.output().dryRun().writes() && isThere(client, namespace))) {
            manifests.add(ExtensionManifest.namespace(namespace));
        }
        if (withRbac) {
            checkThatNoOtherHasTheAccount(client, extension);
            switch (AccountManifests.of(client, controller, extension, namespace, account)) {
                case AccountManifests.Refused(String reason) -> {
                    return steps.refuse(reason);
                }
                case AccountManifests.Made(List<ObjectNode> made) -> {
                    warnOfPowerfulRights(made);
                    manifests.addAll(made);
                }
            }
        }
        manifests.add(DeclaredObject.of(extension));
        ManifestSender.Sent sent = new ManifestSender(client, options.output().dryRun()).send(manifests);
        options.output().print(spec.commandLine().getOut(), manifests);
        sent.lines().forEach(options.output().people(spec.commandLine())::println);
        return steps.await(client, sent.created().orElse(extension), withRbac ? ROLES_VISIBLE : Duration.ZERO, true);
    }

    private static void checkThatItIsNew(KubernetesClient client, String name) {
        new ExtensionReads(client).find(name).ifPresent(there -> {
            if (there.isMarkedForDeletion()) {
                throw new OlmException("ClusterExtension " + name + " is being deleted: wait until it is gone; \"olm"
                        + " extension describe " + name + "\" shows what it waits for");
            }
            throw new OlmException("ClusterExtension " + name + " exists and has package "
                    + ProposedExtension.selection(there).packageName()
                    + ": change it by \"olm extension update "
                    + name + "\", or add another name for the new one after the package");
        });
    }

    private void warnOfPowerfulRights(List<ObjectNode> manifests) {
        String rights = PowerfulRights.of(manifests);
        if (!rights.isEmpty()) {
            ErrorLines.warn(
                    spec.commandLine(),
                    "the bundle asks for rights with which the account can take others, in every namespace: " + rights
                            + ". Install it only if you trust its author");
        }
    }

    /** The names of the roles depend on the account only, so that they would get the rules of this bundle. */
    private void checkThatNoOtherHasTheAccount(KubernetesClient client, ClusterExtension extension) {
        try {
            AccountUsers.other(client.resources(ClusterExtension.class).list().getItems(), extension)
                    .ifPresent(other -> {
                        throw new OlmException("ClusterExtension " + other + " has this service account too, and"
                                + " --with-rbac would replace its rights: choose another account by"
                                + " --service-account");
                    });
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                throw e;
            }
            ErrorLines.warn(
                    spec.commandLine(),
                    "whether another extension has the service account is not known: " + ApiFailures.describe(e));
        }
    }

    /** Names what is missing at once, because the controller would only wait for it. */
    private void checkNamespaceAndAccount(KubernetesClient client, String namespace, String account) {
        if (!options.output().dryRun().writes()) {
            return; // Manifests for another cluster, or for later.
        }
        if (!createNamespace
                && isMissing(() -> Optional.ofNullable(
                        client.namespaces().withName(namespace).get()))) {
            throw new OlmException("there is no namespace " + namespace
                    + ": add --create-namespace, or name another one by --namespace");
        }
        if (!withRbac
                && isMissing(() -> Optional.ofNullable(client.serviceAccounts()
                        .inNamespace(namespace)
                        .withName(account)
                        .get()))) {
            throw new OlmException("there is no service account " + namespace + "/" + account
                    + ": add --with-rbac, or name another one by --service-account");
        }
    }

    /** Whether a namespace is there and need not be applied, which takes the right to patch it. */
    private static boolean isThere(KubernetesClient client, String namespace) {
        try {
            return client.namespaces().withName(namespace).get() != null;
        } catch (KubernetesClientException _) {
            return false;
        }
    }

    /** Whether something is not there; a user who may not look learns it from the controller. */
    private static boolean isMissing(Supplier<Optional<?>> look) {
        try {
            return look.get().isEmpty();
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                return false;
            }
            throw e;
        }
    }
}
