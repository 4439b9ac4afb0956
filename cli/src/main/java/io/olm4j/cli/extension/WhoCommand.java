package io.olm4j.cli.extension;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.olm4j.applier.watch.Owners;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.kube.KindNames;
import io.olm4j.cli.kube.NamedObjects;
import io.olm4j.cli.output.ResultOptions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm who}. */
@Command(
        name = "who",
        description = {
            "Shows which extension and revision an object belongs to, directly or through its controllers, and"
                    + " what happens if you edit or delete it.",
            "It needs the rights to get the object, its controllers, ClusterObjectSets and ClusterExtensions. Exits"
                    + " with 1 if the object belongs to no extension."
        },
        mixinStandardHelpOptions = true)
public final class WhoCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            arity = "1..2",
            paramLabel = "KIND/NAME",
            description = "The object, such as deployment/foo or crd/foos.example.com; \"deployment foo\" also works.")
    private List<String> words = List.of();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAMESPACE",
            description = "The namespace of the object. Default: that of the context.")
    private @Nullable String namespace;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ResultOptions output;

    @Override
    public Integer call() throws IOException {
        String object = String.join("/", words);
        int slash = object.indexOf('/');
        if (slash < 1 || slash == object.length() - 1) {
            throw new OlmException(object + " is not KIND/NAME, such as deployment/foo");
        }
        Found found = connection.use(client -> {
            GenericKubernetesResource live = live(client, object.substring(0, slash), object.substring(slash + 1));
            return new Found(new ObjectOwners(client).of(live), NamedObjects.qualified(Owners.refOf(live)));
        });
        output.printOne(
                spec.commandLine().getOut(), found.owner(), (out, owner) -> out.println(owner.text()), found.name());
        return found.owner().extension().isPresent() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** @param name of the object, as kubectl prints it */
    private record Found(ObjectOwner owner, String name) {}

    /** The namespaces that have an object of this name, as far as the user may list them. */
    private String elsewhere(
            MixedOperation<GenericKubernetesResource, GenericKubernetesResourceList, ?> all, String name) {
        List<String> namespaces;
        try {
            namespaces = all.inAnyNamespace().withField("metadata.name", name).list().getItems().stream()
                    .map(found -> found.getMetadata().getNamespace())
                    .sorted()
                    .toList();
        } catch (KubernetesClientException e) {
            namespaces = List.of();
        }
        return namespaces.isEmpty()
                ? namespace == null ? ": give its namespace by -n NAMESPACE" : ": check the name"
                : ", but in namespace " + String.join(", ", namespaces) + ": add -n " + namespaces.getFirst();
    }

    private GenericKubernetesResource live(KubernetesClient client, String kind, String name) {
        ResourceDefinitionContext context = new KindNames(client).find(kind);
        var all = client.genericKubernetesResources(context);
        String home = Optional.ofNullable(namespace)
                .or(() -> Optional.ofNullable(client.getNamespace()))
                .orElse("default");
        GenericKubernetesResource live = context.isNamespaceScoped()
                ? all.inNamespace(home).withName(name).get()
                : all.withName(name).get();
        if (live == null) {
            throw new OlmException("there is no " + context.getKind() + " " + name
                    + (context.isNamespaceScoped() ? " in namespace " + home + elsewhere(all, name) : ""));
        }
        return live;
    }
}
